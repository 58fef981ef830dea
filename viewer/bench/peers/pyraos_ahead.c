/* Alpha-beta to a fixed depth in Pyraos, the loop of viewer/bench/looking_ahead.py in C; what a
   position is worth is told by the algorithm of model/games/pyraos/worth_kernels.py. */
#include "pyraos_moves.h"

#define LOST (-30000)
#define SQUARES 14
#define STATES 243

static u64 nodes;

static int up_to(u64 bits, int most) {
    int count = ones(bits);
    return count > most ? most : count;
}

static int lifting(u64 free, u64 upper) {
    int count = 0;
    for (; free; free &= free - 1) {
        int source = lowest(free);
        count += (upper & HIGHER[source] & ~UP[source]) != 0;
    }
    return count > 3 ? 3 : count;
}

static int worth(u64 own, u64 other, int rules) {
    u64 occupied = own | other;
    int phase = PHASE[ones(occupied)], start = phase * SQUARES * STATES, value = 0;
    for (int k = 0; k < SQUARES; k++, start += STATES) {
        int low = CORNER[k], high = low + ROW[k], above = ABOVE[k];
        u64 mine = (own >> low & 3) | (own >> high & 3) << 2 | (own >> above & 1) << 4;
        u64 theirs = (other >> low & 3) | (other >> high & 3) << 2 | (other >> above & 1) << 4;
        value += POINTS[start + TERNARY[mine] + 2 * TERNARY[theirs]];
    }
    u64 bare = ~covered(occupied), places = supported(occupied) & ~occupied, upper = places & ~BASE;
    value += POINTS[SPENT + 16 * up_to(own, 15) + up_to(other, 15)];
    value += POINTS[MADE + 16 * phase + 4 * up_to(removing_places(own, rules) & places, 3) +
                    up_to(removing_places(other, rules) & places, 3)];
    int lifts = LIFTS + 16 * phase;
    if (upper) lifts += 4 * lifting(own & bare, upper) + lifting(other & bare, upper);
    u64 free = bare & BASE;
    return value + POINTS[lifts] + POINTS[FREE + 8 * up_to(own & free, 7) + up_to(other & free, 7)] +
           POINTS[ROOM + 6 * phase + up_to(upper, 5)];
}

static int look(u64 own, u64 other, int depth, int alpha, int beta, int rules, int obliged) {
    static int moves[32][MAX_MOVES];
    nodes++;
    if (depth == 0) return worth(own, other, rules);
    int n = list_moves(own, other, rules, obliged, moves[depth]), best = LOST;
    for (int k = 0; k < n; k++) {
        int value = -look(other, moved(own, moves[depth][k]), depth - 1, -beta, -alpha, rules, obliged);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    return best;
}

static u64 count(char **argv) {
    nodes = 0;
    int value = look(strtoull(argv[1], 0, 10), strtoull(argv[2], 0, 10), atoi(argv[3]), LOST - 1,
                     -LOST + 1, atoi(argv[4]), atoi(argv[5]));
    return nodes << 20 | (u64)(value - LOST);
}

/* own other depth rules obliged -> nodes and value */
int main(int argc, char **argv) { return argc == 6 ? answer(count, argv) : 2; }
