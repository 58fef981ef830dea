/* The moves of Pyramid under the default options, the algorithm of model/games/pyramid/kernels.py
   in C. tables.h is generated from the board. */
#include "timed.h"
#include "tables.h"

enum { RUN, SMASH, JUMP, PUSH };
#define MAX_MOVES 4096

static int8_t room[32][SITES];
static int moves[32][MAX_MOVES];

static int is_over(const int8_t *cells) {
    int held[3] = {0, 0, 0}, stones[3] = {0, 0, 0};
    for (int k = 0; k < FIELDS; k++) held[cells[VICTORY[k]]]++;
    if (held[1] >= NEEDED || held[2] >= NEEDED) return 1;
    for (int k = 0; k < SITES; k++) stones[cells[k]]++;
    return stones[1] < 4 && stones[2] < 4;
}

static int list_moves(const int8_t *cells, int colour, int *out) {
    int n = 0;
    for (int source = 0; source < SITES; source++) {
        if (cells[source] != colour) continue;
        for (int d = 0; d < 4; d++) {
            int at = source, next = AHEAD[source][d];
            if (next < 0) continue;
            if (HEIGHT[next] > HEIGHT[source]) {
                if (HEIGHT[next] == HEIGHT[source] + 1 && !cells[next])
                    out[n++] = JUMP << 20 | source << 10 | next;
                continue;
            }
            if (cells[next] && HEIGHT[next] == HEIGHT[source]) {
                int beyond = AHEAD[next][d];
                if (beyond < 0 || HEIGHT[beyond] < HEIGHT[next] ||
                    (HEIGHT[beyond] == HEIGHT[next] && !cells[beyond]))
                    out[n++] = PUSH << 20 | source << 10 | next;
                continue;
            }
            for (; next >= 0 && HEIGHT[next] <= HEIGHT[at]; at = next, next = AHEAD[at][d]) {
                if (cells[next]) {
                    if (HEIGHT[next] < HEIGHT[at]) out[n++] = SMASH << 20 | source << 10 | next;
                    break;
                }
                out[n++] = source << 10 | next;
            }
        }
    }
    return n;
}

static int8_t marked[SITES];

static int mark_line(const int8_t *cells, int number) {
    const int *line = LINES[number];
    int length = LENGTH[number], found = 0;
    for (int start = 1; start < length; start++) {
        int colour = cells[line[start]], end = start;
        if (!colour || cells[line[start - 1]] != 3 - colour) continue;
        while (end < length && cells[line[end]] == colour) end++;
        if (end < length && cells[line[end]] == 3 - colour)
            for (int k = start; k < end; k++) marked[line[k]] = 1, found++;
    }
    return found;
}

static void play(int8_t *cells, int move, int whole) {
    int source = move >> 10 & 1023, target = move & 1023, beyond = -1, found = 0;
    if (move >> 20 == PUSH) {
        for (int d = 0; d < 4; d++)
            if (AHEAD[source][d] == target) beyond = AHEAD[target][d];
        if (beyond >= 0) cells[beyond] = cells[target];
    }
    cells[target] = cells[source];
    cells[source] = 0;
    if (whole)
        for (int k = 0; k < LINE_COUNT; k++) found += mark_line(cells, k);
    else
        for (int k = 0; k < 2; k++) {
            if (THROUGH[target][k] >= 0) found += mark_line(cells, THROUGH[target][k]);
            if (beyond >= 0 && THROUGH[beyond][k] >= 0)
                found += mark_line(cells, THROUGH[beyond][k]);
        }
    if (found)
        for (int k = 0; k < SITES; k++)
            if (marked[k]) marked[k] = 0, cells[k] = 0;
}
