/* Pyraos perft, the algorithm of model/games/pyraos/kernels.py in C: the bound it is measured by. */
#include "pyraos_moves.h"

static u64 perft(u64 own, u64 other, int depth, int rules, int obliged) {
    static int moves[32][MAX_MOVES];
    if (depth == 1) return count_moves(own, other, rules, obliged);
    int n = list_moves(own, other, rules, obliged, moves[depth]);
    u64 total = 0;
    for (int k = 0; k < n; k++)
        total += perft(other, moved(own, moves[depth][k]), depth - 1, rules, obliged);
    return total;
}

static u64 count(char **argv) {
    return perft(strtoull(argv[1], 0, 10), strtoull(argv[2], 0, 10), atoi(argv[3]), atoi(argv[4]),
                 atoi(argv[5]));
}

/* own other depth rules obliged -> count */
int main(int argc, char **argv) { return argc == 6 ? answer(count, argv) : 2; }
