/* Turns of Pyramid Ball with any programs, `carry_random_turns` of benchmarks/engines.py and the
   kernels it calls in C: the bound they are measured by. The rules are known when it is
   compiled; those that a turn does not depend on are left out. */
#include "timed.h"
#include "tables.h"

enum { CARRIER = 6, LOOSE, OFFENCE, SCORE, HELD = 11, USED = 13, OWED = 15, BAN = 17, KEPT, TURNS, STATE };
enum { PASS_ROW = 9, RECEIVER, DASH, QUICK, BLITZ, EAST, PROGRAM };
enum { ADVANCED, POINTS, FOLLOWS, EDGE_TACKLE, CHAIN_TACKLE, PUSH_LOCKS, ORIGINAL, SPENT, BAN_NOW,
       LIMIT, BLITZ_FIRST, MOST_TURNS };

static int state[STATE], programs[2][PROGRAM];
static int locked, enforced, worked, blitzing, chosen, at_edge;
static int ways[6], targets[6], chains[6], first_pushed[6];

static inline int below(int many) { return (int)(((draw() >> 33) * (u64)many) >> 31); }
static inline int closed_rank(int team) { return team ? 0 : 7; }

static inline int standing(int square) {
    for (int piece = 0; piece < 6; piece++)
        if (state[piece] == square) return piece;
    return -1;
}

static void end_ban(void) { state[BAN] = -1, state[KEPT] = 0; }

static void take(int piece) {
    int team = piece / 3;
    state[CARRIER] = piece, state[LOOSE] = -1, state[OFFENCE] = team;
    if (state[BAN] == team) end_ban();
}

static int point(int team) {
    int loser = 1 - team;
    state[SCORE + team]++;
    int has = ones(state[HELD + loser]) + ones(state[USED + loser]) + state[OWED + loser];
    if (RULES[ADVANCED] && has < 3) state[OWED + loser]++;
    return state[SCORE + team] >= RULES[POINTS];
}

static int goal(int scorer) {
    int team = scorer / 3;
    if (point(team)) return 1;
    int at = state[scorer], first = at - at % 7, way = programs[1 - team][EAST] ? 1 : -1, spot = -1;
    for (int side = 0; side < 2; side++, way = -way)
        for (int site = at + way; spot < 0 && site >= first && site < first + 7; site += way)
            if (standing(site) < 0) spot = site;
    state[CARRIER] = -1, state[LOOSE] = spot, state[BAN] = team, state[KEPT] = 0;
    enforced = RULES[BAN_NOW];
    return 0;
}

static void find_chains(int defence, int movers) {
    for (int pusher = 0; pusher < 6; pusher++) {
        chains[pusher] = 0, first_pushed[pusher] = -1;
        if (!(movers >> pusher & 1) || pusher / 3 != defence) continue;
        for (int at = targets[pusher]; at >= 0; at = AHEAD[at][ways[pusher]]) {
            int piece = standing(at);
            if (piece < 0 || movers >> piece & 1 || piece / 3 == defence) break;
            if (!chains[pusher]) first_pushed[pusher] = piece;
            chains[pusher] |= 1 << piece;
        }
    }
}

static int by_commands(int defence, int movers) {
    int failed = 0;
    for (int piece = 0; piece < 6; piece++) {
        if (!(movers >> piece & 1)) continue;
        int target = targets[piece], meets = 0, claimed = 0, swaps = 0, swaps_mate = 0, stopped;
        for (int other = 0; other < 6; other++) {
            if (other == piece || !(movers >> other & 1)) continue;
            int same = other / 3 == piece / 3;
            if (targets[other] == target) meets |= same, claimed |= other / 3 == defence;
            if (state[other] == target && targets[other] == state[piece]) swaps = 1, swaps_mate |= same;
        }
        if (piece / 3 == defence) {
            stopped = meets || swaps_mate;
        } else {
            int there = standing(target), held = !RULES[FOLLOWS] && there >= 0 && there / 3 == defence;
            stopped = claimed || swaps || meets || held;
        }
        if (stopped) failed |= 1 << piece;
    }
    return failed;
}

static int failing(int defence, int movers, u64 claimed) {
    int failed = 0;
    find_chains(defence, movers);
    for (int pusher = 0; pusher < 6; pusher++) {
        if (!(movers >> pusher & 1) || pusher / 3 != defence) continue;
        int there = standing(targets[pusher]);
        if (there >= 0 && !(movers >> there & 1) && there / 3 == defence) failed |= 1 << pusher;
        int at = targets[pusher], left = chains[pusher];
        while (left) {
            left &= ~(1 << standing(at));
            at = AHEAD[at][ways[pusher]];
            if (at < 0) {
                failed |= 1 << pusher, at_edge |= 1 << pusher;
                break;
            }
            there = standing(at);
            int held = there >= 0 && there / 3 == defence;
            if (held && RULES[FOLLOWS]) held = !(movers >> there & 1);
            if (held || claimed >> at & 1) {
                failed |= 1 << pusher;
                break;
            }
        }
    }
    if (failed) return failed;
    u64 once = 0, twice = 0;
    for (int pusher = 0; pusher < 6; pusher++)
        for (int piece = 0; piece < 6; piece++)
            if (chains[pusher] >> piece & 1) {
                u64 bit = 1ull << AHEAD[state[piece]][ways[pusher]];
                twice |= once & bit, once |= bit;
            }
    if (twice) {
        for (int pusher = 0; pusher < 6; pusher++)
            for (int piece = 0; piece < 6; piece++)
                if (chains[pusher] >> piece & 1 && twice >> AHEAD[state[piece]][ways[pusher]] & 1)
                    failed |= 1 << pusher;
        return failed;
    }
    for (int piece = 0; piece < 6; piece++)
        if (movers >> piece & 1 && piece / 3 != defence) {
            int there = standing(targets[piece]);
            if (once >> targets[piece] & 1 || (there >= 0 && !(movers >> there & 1)))
                failed |= 1 << piece;
        }
    return failed;
}

static int reaches(int pusher, int carrier) {
    return RULES[CHAIN_TACKLE] ? chains[pusher] >> carrier & 1 : first_pushed[pusher] == carrier;
}

static int ball_after(int movers, int tackler, int before) {
    int carrier = state[CARRIER];
    if (tackler >= 0) {
        take(tackler);
        if (point(tackler / 3)) return 1;
    } else if (carrier >= 0) {
        int row = closed_rank(carrier / 3);
        if (state[carrier] / 7 == row && before / 7 != row && goal(carrier)) return 1;
    } else {
        for (int piece = 0; piece < 6; piece++)
            if (piece / 3 != state[OFFENCE] && movers >> piece & 1 && state[piece] == state[LOOSE]) {
                take(piece);
                break;
            }
    }
    carrier = state[CARRIER];
    if (state[BAN] >= 0 && carrier >= 0 && state[carrier] / 7 != closed_rank(state[BAN])) end_ban();
    return 0;
}

static int carry_moves(void) {
    int defence = 1 - state[OFFENCE], movers = 0, failed = 0;
    u64 claimed = 0;
    at_edge = 0;
    for (int piece = 0; piece < 6; piece++) {
        int way = ways[piece], team = piece / 3;
        targets[piece] = -1;
        if (way < 0) continue;
        int target = AHEAD[state[piece]][way], row = closed_rank(team);
        if (target >= 0 && enforced && state[BAN] == team && target / 7 == row && state[piece] / 7 != row)
            target = -1;
        if (target < 0) {
            failed |= 1 << piece;
            continue;
        }
        targets[piece] = target, movers |= 1 << piece;
        if (team == defence) claimed |= 1ull << target;
    }
    int found = by_commands(defence, movers), edge_pushed = -1, carrier = state[CARRIER];
    do {
        failed |= found, movers &= ~found;
        found = failing(defence, movers, claimed);
        if (at_edge && carrier >= 0 && edge_pushed < 0)
            for (int pusher = 0; pusher < 6; pusher++)
                if (at_edge >> pusher & 1 && reaches(pusher, carrier)) edge_pushed = pusher;
        at_edge = 0;
    } while (found);
    int before = carrier >= 0 ? state[carrier] : -1, tackler = -1, pushed = 0;
    for (int pusher = 0; pusher < 6; pusher++)
        if (chains[pusher]) {
            pushed |= chains[pusher];
            if (carrier >= 0 && tackler < 0 && reaches(pusher, carrier)) tackler = pusher;
        }
    if (tackler < 0 && RULES[EDGE_TACKLE]) tackler = edge_pushed;
    int moved = movers;
    for (int pusher = 0; pusher < 6; pusher++)
        for (int piece = 0; piece < 6; piece++)
            if (chains[pusher] >> piece & 1)
                targets[piece] = AHEAD[state[piece]][ways[pusher]], moved |= 1 << piece;
    for (int piece = 0; piece < 6; piece++)
        if (moved >> piece & 1) state[piece] = targets[piece];
    locked |= failed;
    if (RULES[PUSH_LOCKS]) locked |= pushed;
    return ball_after(movers, tackler, before);
}

static int command(int piece, int row, int locks) {
    int team = piece / 3, size = piece % 3;
    if (locks && locked >> piece & 1) return -1;
    if (size == 0 && blitzing >> team & 1 && (row > 1 || RULES[BLITZ_FIRST])) return -1;
    return programs[team][3 * size + row - 1];
}

static int pass_on(int row) {
    int carrier = state[CARRIER];
    if (carrier < 0) return 0;
    int team = carrier / 3;
    if (programs[team][PASS_ROW] != row || programs[team][RECEIVER] == carrier % 3) return 0;
    if (row == 1 && (!programs[team][QUICK] || carrier % 3 != 1)) return 0;
    if (command(carrier, row, !RULES[ORIGINAL]) >= 0) return 0;
    if (row == 1) worked |= 2 << 3 * team;
    if (state[BAN] == 1 - team) end_ban();
    int receiver = 3 * team + programs[team][RECEIVER], source = state[carrier], target = state[receiver];
    for (const int *site = CROSSED[source][target]; *site >= 0; site++) {
        int catcher = standing(*site);
        if (catcher >= 0 && catcher / 3 != team) {
            take(catcher);
            return point(1 - team);
        }
    }
    state[CARRIER] = receiver;
    return target / 7 == closed_rank(team) ? goal(receiver) : 0;
}

static int blitz(int first) {
    for (int part = first; part < 4; part++) {
        for (int piece = 0; piece < 6; piece++) {
            int team = piece / 3, runs = piece % 3 == 0 && blitzing >> team & 1 && !(locked >> piece & 1);
            ways[piece] = runs ? programs[team][part - 1] : -1;
            if (runs && part > 1) worked |= 4 << 3 * team;
        }
        if (carry_moves()) return 1;
    }
    return 0;
}

static int dashes(void) {
    if (programs[0][DASH] < 0 && programs[1][DASH] < 0) return 0;
    for (int piece = 0; piece < 6; piece++) {
        int team = piece / 3, runs = piece % 3 == 2 && programs[team][DASH] >= 0 && !(locked >> piece & 1);
        ways[piece] = runs ? programs[team][DASH] : -1;
        if (runs) worked |= 1 << 3 * team;
    }
    return carry_moves();
}

static int carry_row(int row) {
    if (row == 4) return dashes();
    if (pass_on(row)) return 1;
    int all = row == 1 && blitzing;
    if (all && RULES[BLITZ_FIRST] && blitz(1)) return 1;
    for (int piece = 0; piece < 6; piece++) ways[piece] = command(piece, row, 1);
    if (carry_moves()) return 1;
    return all && !RULES[BLITZ_FIRST] && blitz(2);
}

static int carry_out(void) {
    int held_before = state[BAN] >= 0 && state[LOOSE] < 0;
    locked = worked = blitzing = chosen = at_edge = 0;
    enforced = state[BAN] >= 0;
    for (int team = 0; team < 2; team++) {
        int used = (programs[team][DASH] >= 0) | (programs[team][QUICK] ? 2 : 0);
        if (programs[team][BLITZ] && !(state[LOOSE] < 0 && state[OFFENCE] == team))
            used |= 4, blitzing |= 1 << team;
        state[HELD + team] &= ~used, state[USED + team] |= used;
        chosen |= used << 3 * team;
    }
    for (int row = 1; row < 5; row++)
        if (carry_row(row)) return 1;
    for (int team = 0; !RULES[SPENT] && team < 2; team++) {
        int kept = (chosen & ~worked) >> 3 * team & 7;
        state[HELD + team] |= kept, state[USED + team] &= ~kept;
    }
    if (RULES[LIMIT] && state[BAN] >= 0 && held_before && ++state[KEPT] >= RULES[LIMIT]) end_ban();
    if (RULES[MOST_TURNS]) state[TURNS]++;
    return 0;
}

static void draw_anything(int team) {
    int *program = programs[team], held = state[HELD + team];
    int has_ball = state[LOOSE] < 0 && state[OFFENCE] == team;
    for (int place = 0; place < 9; place++) program[place] = below(5) - 1;
    int found = below(10);
    program[PASS_ROW] = (found + 2) / 3;
    program[RECEIVER] = found ? (found + 2) % 3 : 0;
    program[DASH] = held & 1 ? below(5) - 1 : -1;
    program[QUICK] = held >> 1 & 1 ? below(2) : 0;
    program[BLITZ] = held >> 2 & 1 && !has_ball ? below(2) : 0;
    program[EAST] = below(2);
}

static u64 count(char **argv) {
    u64 made = 0;
    int played = 0;
    random_state = strtoull(argv[1], 0, 10);
    memcpy(state, START, sizeof state);
    for (int left = atoi(argv[2]); left; left--) {
        for (int team = 0; team < 2; team++) draw_anything(team);
        int over = carry_out();
        for (int place = 0; place < STATE; place++) made = made * 31 + (u64)(int64_t)(state[place] + 1);
        for (int team = 0; team < 2; team++)
            for (; state[OWED + team] > 0; state[OWED + team]--) {
                int free = 7 & ~(state[HELD + team] | state[USED + team]);
                state[HELD + team] |= free & -free;
            }
        if (over || ++played == LONGEST_MATCH) memcpy(state, START, sizeof state), played = 0;
    }
    return made + random_state;
}

/* seed turns -> what they led to, and where chance stands then */
int main(int argc, char **argv) { return argc == 3 ? answer(count, argv) : 2; }
