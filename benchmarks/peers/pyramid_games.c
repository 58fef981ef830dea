/* Random games of Pyramid under the default options, the algorithm of
   model/games/pyramid/engine.py in C: the bound it is measured by.
   tables.h is generated from the board and the position. */
#include "timed.h"
#include "tables.h"

enum { RUN, SMASH, JUMP, PUSH };
#define TRIES 200

static int8_t cells[SITES];
static int stones[2][SITES], places[SITES], alive[2], marked[16 * SITES], moves[4096];
static int colour;

static void begin(void) {
    alive[0] = alive[1] = 0;
    for (int k = 0; k < SITES; k++) {
        cells[k] = (int8_t)START[k];
        if (!cells[k]) continue;
        int side = cells[k] - 1;
        places[k] = alive[side];
        stones[side][alive[side]++] = k;
    }
    colour = COLOUR;
}

/* The kind of the move from one field to another, -1 where it is none. */
static int action(int source, int target, int direction) {
    int at = source, next = AHEAD[source][direction];
    for (; next != target; at = next, next = AHEAD[at][direction])
        if (cells[next]) return -1;
    int there = cells[target], height = HEIGHT[target];
    if (height > HEIGHT[at]) return there ? -1 : JUMP;
    if (there && height == HEIGHT[at]) {
        if (at != source) return -1;
        int beyond = AHEAD[target][direction];
        if (beyond >= 0 &&
            (HEIGHT[beyond] > height || (HEIGHT[beyond] == height && cells[beyond])))
            return -1;
        return PUSH;
    }
    return there ? SMASH : RUN;
}

static int list_moves(void) {
    int n = 0;
    for (int source = 0; source < SITES; source++) {
        if (cells[source] != colour) continue;
        for (int d = 0; d < 4; d++) {
            int at = source, next = AHEAD[source][d];
            if (next < 0) continue;
            if (HEIGHT[next] > HEIGHT[source]) {
                if (HEIGHT[next] == HEIGHT[source] + 1 && !cells[next])
                    moves[n++] = JUMP << 20 | source << 10 | next;
                continue;
            }
            if (cells[next] && HEIGHT[next] == HEIGHT[source]) {
                int beyond = AHEAD[next][d];
                if (beyond >= 0 && (HEIGHT[beyond] > HEIGHT[next] ||
                                    (HEIGHT[beyond] == HEIGHT[next] && cells[beyond])))
                    continue;
                moves[n++] = PUSH << 20 | source << 10 | next;
                continue;
            }
            for (; next >= 0 && HEIGHT[next] <= HEIGHT[at]; at = next, next = AHEAD[at][d]) {
                if (cells[next]) {
                    if (HEIGHT[next] < HEIGHT[at]) moves[n++] = SMASH << 20 | source << 10 | next;
                    break;
                }
                moves[n++] = source << 10 | next;
            }
        }
    }
    return n;
}

static void take(int site) {
    int side = cells[site] - 1, moved = stones[side][--alive[side]];
    cells[site] = 0;
    stones[side][places[site]] = moved, places[moved] = places[site];
}

static void shift(int source, int target) {
    int side = cells[source] - 1;
    cells[target] = cells[source], cells[source] = 0;
    stones[side][places[source]] = target, places[target] = places[source];
}

static int mark_run(int site, int line, int found) {
    int stone = cells[site];
    for (int way = 0; way < 2; way++) {
        int at = BESIDE[site][2 * line + way];
        while (at >= 0 && at != site && cells[at] == stone) at = BESIDE[at][2 * line + way];
        if (at < 0 || cells[at] != 3 - stone) return found;
    }
    marked[found++] = site;
    for (int way = 0; way < 2; way++)
        for (int at = BESIDE[site][2 * line + way]; cells[at] == stone;
             at = BESIDE[at][2 * line + way])
            marked[found++] = at;
    return found;
}

static int mark_around(int site, int found) {
    int stone = cells[site], alone = 1;
    for (int k = 0; k < 4; k++) alone &= BESIDE[site][k] < 0 || !cells[BESIDE[site][k]];
    if (alone) return found;
    found = mark_run(site, 0, found);
    found = mark_run(site, 1, found);
    for (int k = 0; k < 4; k++) {
        int at = BESIDE[site][k];
        if (at >= 0 && cells[at] == 3 - stone) found = mark_run(at, k / 2, found);
    }
    return found;
}

static int enclose(int target, int beyond) {
    int found = mark_around(target, 0);
    if (beyond >= 0) found = mark_around(beyond, found);
    for (int k = 0; k < found; k++)
        if (cells[marked[k]]) take(marked[k]);
    return found;
}

static void act(int source, int target, int direction, int kind) {
    int beyond = -1;
    if (kind == SMASH) take(target);
    else if (kind == PUSH) {
        beyond = AHEAD[target][direction];
        if (beyond < 0) take(target);
        else {
            if (cells[beyond]) take(beyond);
            shift(target, beyond);
        }
    }
    shift(source, target);
    enclose(target, beyond);
    colour = 3 - colour;
}

/* 1 White, 2 Black, 3 a draw, 0 for none of it. */
static int decided(void) {
    int held[3] = {0, 0, 0};
    for (int k = 0; k < FIELDS; k++) held[cells[VICTORY[k]]]++;
    if (held[1] >= NEEDED) return 1;
    if (held[2] >= NEEDED) return 2;
    return alive[0] < 4 && alive[1] < 4 ? 3 : 0;
}

/* Twice what White makes of a game. */
static int play_out(void) {
    int found = decided();
    for (int ply = 0; ply < LONGEST; ply++) {
        if (found) return found == 1 ? 2 : found == 2 ? 0 : 1;
        int side = colour - 1, many = alive[side], kind = -1, source = 0, target = 0, direction = 0;
        for (int tries = 0; many && kind < 0 && tries < TRIES; tries++) {
            u64 bits = draw();
            source = stones[side][(bits & 0xFFFFFFFF) * (u64)many >> 32];
            int slot = (int)((bits >> 32) * MOST_WAYS >> 32);
            if (slot >= COUNTS[source]) continue;
            target = WAYS[source][slot][0], direction = WAYS[source][slot][1];
            kind = action(source, target, direction);
        }
        if (kind < 0) {
            int n = list_moves();
            if (n == 0) return colour == 2 ? 2 : 0;
            int move = moves[(draw() >> 33) * (u64)n >> 31];
            kind = move >> 20, source = move >> 10 & 1023, target = move & 1023, direction = 0;
            for (int d = 3; d >= 0; d--)
                if (AHEAD[source][d] == target) direction = d;
        }
        if (cells[target]) {
            act(source, target, direction, kind);
            found = decided();
            continue;
        }
        shift(source, target);
        colour = 3 - colour;
        int matters = HOLDS[source] | HOLDS[target];
        for (int k = 0; k < 4; k++)
            if (BESIDE[target][k] >= 0 && cells[BESIDE[target][k]]) {
                matters |= enclose(target, -1) > 0;
                break;
            }
        if (matters) found = decided();
    }
    return 1;
}

static u64 count(char **argv) {
    u64 made = 0;
    random_state = strtoull(argv[1], 0, 10);
    for (int left = atoi(argv[2]); left; left--) begin(), made += play_out();
    return made + random_state;
}

/* seed games -> twice what White makes of them, and where chance stands then */
int main(int argc, char **argv) { return argc == 3 ? answer(count, argv) : 2; }
