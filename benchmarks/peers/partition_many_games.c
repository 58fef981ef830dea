/* 64 random games of Partition at once, the algorithm of model/games/partition/random_games.py in C:
   the bound it is measured by. tables.h is generated from the board and the position. */
#include "timed.h"
#include "tables.h"

#define ALL 0xFFFFFFFFFFFFFFFFull

static u64 lanes[SITES], reached[SITES + 1], taken[SITES], gained[SITES];

static void share_out(void) {
    for (int site = 0; site < SITES; site++) {
        int at = site >> 6, bit = site & 63;
        if (EMPTY[at] >> bit & 1) lanes[site] = draw();
        else lanes[site] = 0 - (BALLS[0][at] >> bit & 1);
    }
    if (LAST >= 0 && EMPTY[(SITES - 1) >> 6] >> ((SITES - 1) & 63) & 1)
        lanes[SITES - 1] = LAST == 0 ? ALL : 0;
}

static u64 first_wins(void) {
    u64 one = 0, two = 0, three = 0, other_one = 0, other_two = 0, other_three = 0;
    for (int corner = 0; corner < 5; corner++) {
        u64 asked = ~(three | other_three);
        if (!asked) break;
        memset(reached, 0, sizeof reached);
        reached[CORNER[corner]] = ALL;
        u64 colour = lanes[CORNER[corner]], held = 0, going = asked;
        for (int outward = 1; going; outward = !outward) {
            u64 moved = 0, arrived = 0;
            for (int i = 0; i < SITES; i++) {
                int site = OUTWARD[corner][outward ? i : SITES - 1 - i];
                const int *near = NEAR[site];
                u64 new = 0;
                for (int k = 0; k < 12; k++) new |= reached[near[k]];
                new &= ~(lanes[site] ^ colour) & ~reached[site] & going;
                reached[site] |= new;
                moved |= new;
                arrived |= new & DISTANT[corner][site];
            }
            held |= arrived & colour;
            going &= ~arrived;
            colour ^= going & ~moved;
        }
        held &= asked;
        three |= two & held, two |= one & held, one |= held;
        u64 lost = asked & ~held;
        other_three |= other_two & lost, other_two |= other_one & lost, other_one |= lost;
    }
    return three;
}

static u64 count(char **argv) {
    u64 made = 0;
    random_state = strtoull(argv[1], 0, 10);
    for (int left = atoi(argv[2]); left > 0; left -= 64) {
        share_out();
        u64 won = first_wins();
        for (int site = 0; site < SITES; site++) {
            taken[site] = ones(lanes[site]);
            gained[site] = ones(lanes[site] & won);
        }
        made += ones(won) + taken[0] + gained[SITES / 2];
    }
    return made + random_state;
}

/* seed games -> how many the first side won, and so on, and where chance stands then */
int main(int argc, char **argv) { return argc == 3 ? answer(count, argv) : 2; }
