/* Pyramid perft under the default options, the algorithm of model/games/pyramid/kernels.py in C:
   the bound it is measured by. */
#include "pyramid_moves.h"

static u64 perft(int depth, int colour, int whole) {
    int8_t *cells = room[depth];
    if (is_over(cells)) return 0;
    int n = list_moves(cells, colour, moves[depth]);
    if (depth == 1) return n;
    u64 total = 0;
    for (int k = 0; k < n; k++) {
        memcpy(room[depth - 1], cells, SITES);
        play(room[depth - 1], moves[depth][k], whole);
        total += perft(depth - 1, 3 - colour, 0);
    }
    return total;
}

static u64 count(char **argv) {
    int depth = atoi(argv[2]);
    for (int k = 0; k < SITES; k++) room[depth][k] = argv[1][k] - '0';
    return perft(depth, atoi(argv[3]), 1);
}

/* cells depth colour -> count */
int main(int argc, char **argv) {
    return argc == 4 && strlen(argv[1]) == SITES ? answer(count, argv) : 2;
}
