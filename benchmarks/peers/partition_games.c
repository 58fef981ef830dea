/* Random games of Partition from one position, the algorithm of
   model/games/partition/random_games.py and full_boards.py in C: the bound they are measured by.
   tables.h is generated from the board and the position; sets fit into two words. */
#include "timed.h"
#include "tables.h"

static int below(int many) { return (int)(((draw() >> 33) * (u64)many) >> 31); }

static int holds(int corner, u64 low, u64 high) {
    int site = CORNER[corner], upward = corner < 4;
    int own = (site < 64 ? low >> site : high >> (site - 64)) & 1;
    u64 far_low = FAR[corner][0], far_high = FAR[corner][1];
    u64 reached_low = 0, reached_high = 0, touched_low = 0, touched_high = 0;
    u64 waiting_low = 0, waiting_high = 0;
    if (!own) low = ~low, high = ~high;
    if (site < 64) reached_low = 1ull << site;
    else reached_high = 1ull << (site - 64);
    for (;;) {
        u64 near_low = AROUND[site][0], near_high = AROUND[site][1];
        touched_low |= near_low, touched_high |= near_high;
        u64 new_low = near_low & low & ~reached_low, new_high = near_high & high & ~reached_high;
        if ((new_low & far_low) | (new_high & far_high)) return own;
        waiting_low |= new_low, waiting_high |= new_high;
        reached_low |= new_low, reached_high |= new_high;
        if (!(waiting_low | waiting_high)) {
            own = !own, low = ~low, high = ~high;
            waiting_low = touched_low & low & ~reached_low;
            waiting_high = touched_high & high & ~reached_high;
            if ((waiting_low & far_low) | (waiting_high & far_high)) return own;
            reached_low |= waiting_low, reached_high |= waiting_high;
        }
        if (upward) {
            if (waiting_high) {
                int place = 63 - __builtin_clzll(waiting_high);
                waiting_high ^= 1ull << place, site = place + 64;
            } else {
                site = 63 - __builtin_clzll(waiting_low);
                waiting_low ^= 1ull << site;
            }
        } else if (waiting_low) {
            site = __builtin_ctzll(waiting_low);
            waiting_low &= waiting_low - 1;
        } else {
            site = __builtin_ctzll(waiting_high) + 64;
            waiting_high &= waiting_high - 1;
        }
    }
}

static int wins(u64 low, u64 high) {
    for (int corner = 0, held = 0; corner < 5; corner++) {
        if (holds(corner, low, high)) {
            if (++held == 3) return 1;
        } else if (corner - held == 2) return 0;
    }
    return 0;
}

/* Random bits give every empty point to a side; then points change hands until the numbers fit. */
static int fill(void) {
    u64 balls[2][2];
    memcpy(balls, BALLS, sizeof balls);
    int excess = -((EMPTIES + 1) / 2);
    for (int w = 0; w < 2; w++) {
        u64 mine = draw() & EMPTY[w];
        balls[SIDE][w] |= mine;
        balls[1 - SIDE][w] |= EMPTY[w] ^ mine;
        excess += ones(mine);
    }
    int giver = excess > 0 ? SIDE : 1 - SIDE;
    for (excess = abs(excess); excess > 0;) {
        int site = POINTS[below(EMPTIES)];
        u64 bit = 1ull << (site & 63);
        if (balls[giver][site >> 6] & bit) {
            balls[giver][site >> 6] ^= bit, balls[1 - giver][site >> 6] |= bit;
            excess--;
        }
    }
    return wins(balls[0][0], balls[0][1]);
}

/* Ball after ball, each on any of the points where it may go. */
static int pile(void) {
    u64 balls[2][2];
    int16_t missing[SITES + 1];
    int points[SITES + 1], many = PLAYABLE, side = SIDE;
    memcpy(balls, BALLS, sizeof balls);
    for (int k = 0; k < many; k++) points[k] = POINTS[k];
    for (int k = 0; k <= SITES; k++) missing[k] = (int16_t)MISSING[k];
    while (many > 0) {
        int at = below(many), site = points[at];
        balls[side][site >> 6] |= 1ull << (site & 63);
        side = 1 - side;
        points[at] = points[--many];
        for (int k = 0; k < 4; k++) {
            int above = CARRIED[site][k];
            points[many] = above;
            many += --missing[above] == 0;
        }
    }
    return wins(balls[0][0], balls[0][1]);
}

static u64 count(char **argv) {
    u64 won = 0;
    random_state = strtoull(argv[1], 0, 10);
    for (int left = atoi(argv[2]); left; left--) won += STACKING ? pile() : fill();
    return won + random_state;
}

/* seed games -> how many the first side won, and where chance stands then */
int main(int argc, char **argv) { return argc == 3 ? answer(count, argv) : 2; }
