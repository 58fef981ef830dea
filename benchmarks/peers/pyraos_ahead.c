/* Alpha-beta to a fixed depth in Pyraos, the loop of benchmarks/looking_ahead.py in C; what a
   position is worth is told by the algorithm of model/games/pyraos/evaluation.py. */
#include "pyraos_moves.h"

#define LOST (-30000)

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

static u64 columns(u64 rows) {
    u64 swap = (rows ^ rows >> 3) & 0x0A0A;
    rows ^= swap ^ swap << 3;
    swap = (rows ^ rows >> 6) & 0x00CC;
    return rows ^ swap ^ swap << 6;
}

static void add_windows(u64 bits, int times, int *found) {
    u64 base[2] = {bits & BASE, columns(bits & BASE)};
    for (int k = 0; k < 2; k++) {
        found[2 * k] += times * TERNARY[base[k] & 255];
        found[2 * k + 1] += times * TERNARY[base[k] >> 12 | (base[k] >> 4 & 240)];
        found[4 + k] += times * TERNARY[base[k] >> 4 & 255];
    }
    found[6] += times * TERNARY[bits >> 16 & 511];
    found[7] += times * TERNARY[bits >> 25];
}

static int worth(u64 own, u64 other, int rules) {
    u64 occupied = own | other;
    int phase = ones(occupied), found[WINDOWS], value = 0;
    for (int k = 0; k < WINDOWS; k++) found[k] = PATTERNS * phase + START[k];
    add_windows(own, 1, found);
    add_windows(other, 2, found);
    for (int k = 0; k < WINDOWS; k++) value += POINTS[found[k]];
    u64 bare = ~covered(occupied), places = supported(occupied) & ~occupied, upper = places & ~BASE;
    int ready = 4 * up_to(removing_places(own, rules) & places, 3) +
                up_to(removing_places(other, rules) & places, 3), lifts = 0;
    if (upper) lifts = 4 * lifting(own & bare, upper) + lifting(other & bare, upper);
    ready = (16 * ready + lifts) * 6 + up_to(upper, 5);
    u64 free = bare & BASE;
    return value + POINTS[SPENT + 16 * up_to(own, 15) + up_to(other, 15)] +
           POINTS[READY + READIES * phase + ready] +
           POINTS[FREE + 64 * phase + 8 * up_to(own & free, 7) + up_to(other & free, 7)];
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
