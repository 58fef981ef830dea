/* Alpha-beta to a fixed depth in Pyramid, the loop of benchmarks/looking_ahead.py in C. */
#include "pyramid_moves.h"

#define LOST (-10000)

static u64 nodes;

/* What stones and victory fields are worth to the side to move. */
static int worth(const int8_t *cells, int colour) {
    int stones[3] = {0, 0, 0}, held[3] = {0, 0, 0};
    for (int k = 0; k < SITES; k++) stones[cells[k]]++;
    for (int k = 0; k < FIELDS; k++) held[cells[VICTORY[k]]]++;
    if (held[1] >= NEEDED || held[2] >= NEEDED) return held[colour] >= NEEDED ? -LOST : LOST;
    return 100 * (stones[colour] - stones[3 - colour]) + 40 * (held[colour] - held[3 - colour]);
}

static int look(int depth, int colour, int alpha, int beta, int whole) {
    int8_t *cells = room[depth];
    nodes++;
    if (depth == 0 || is_over(cells)) return worth(cells, colour);
    int n = list_moves(cells, colour, moves[depth]), best = LOST;
    for (int k = 0; k < n; k++) {
        memcpy(room[depth - 1], cells, SITES);
        play(room[depth - 1], moves[depth][k], whole);
        int value = -look(depth - 1, 3 - colour, -beta, -alpha, 0);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    return best;
}

static u64 count(char **argv) {
    int depth = atoi(argv[2]);
    for (int k = 0; k < SITES; k++) room[depth][k] = argv[1][k] - '0';
    nodes = 0;
    int value = look(depth, atoi(argv[3]), LOST - 1, -LOST + 1, 1);
    return nodes << 20 | (u64)(value - LOST);
}

/* cells depth colour -> nodes and value */
int main(int argc, char **argv) {
    return argc == 4 && strlen(argv[1]) == SITES ? answer(count, argv) : 2;
}
