/* Random games of Pyraos from the empty board, the algorithm of model/games/pyraos/engine.py
   in C: the bound they are measured by. */
#include "pyraos_moves.h"

static inline u64 nth(u64 bits, int n) {
    while (n--) bits &= bits - 1;
    return bits & -bits;
}

static int count_there(u64 own, u64 occupied, u64 places, u64 removing, int rules, int obliged) {
    return (int)(places & removing ? count_at(own, occupied, places, rules, obliged) : ones(places));
}

static u64 take_back(u64 own, u64 occupied, int obliged, int number) {
    if (!obliged && number-- == 0) return own;
    u64 free = own & ~covered(occupied);
    int many = ones(free);
    if (number < many) return own ^ nth(free, number);
    number -= many;
    for (u64 rest = free; rest; number -= many) {
        u64 bit = rest & -rest;
        rest ^= bit, many--;
        if (number < many) return own ^ bit ^ nth(rest, number);
    }
    for (u64 rest = free; rest; rest &= rest - 1) {
        u64 bit = rest & -rest;
        for (u64 under = DOWN[lowest(bit)] & own; under; under &= under - 1)
            if ((UP[lowest(under)] & occupied) == bit && number-- == 0)
                return own ^ bit ^ (under & -under);
    }
    return own;
}

static u64 play_there(u64 own, u64 occupied, u64 places, int rules, int obliged, int number) {
    u64 special = places & removing_places(own, rules), plain = places ^ special;
    int many = ones(plain);
    if (number < many) return own | nth(plain, number);
    for (number -= many; special; special &= special - 1, number -= many) {
        u64 bit = special & -special;
        many = (int)removal_sets(own | bit, occupied | bit, obliged);
        if (number < many) return take_back(own | bit, occupied | bit, obliged, number);
    }
    return own;
}

static u64 draw_move(u64 own, u64 other, int rules, int obliged) {
    u64 occupied = own | other, places = supported(occupied) & ~occupied, upper = places & ~BASE;
    u64 removing = removing_places(own, rules) & places;
    if (ones(own) >= 15) places = 0;
    int placing = count_there(own, occupied, places, removing, rules, obliged), total = placing;
    u64 lifting = upper ? own & ~covered(occupied) : 0;
    for (u64 rest = lifting; rest; rest &= rest - 1) {
        u64 source = rest & -rest;
        int k = lowest(source);
        total += count_there(own ^ source, occupied ^ source, upper & HIGHER[k] & ~UP[k], removing,
                             rules, obliged);
    }
    if (total == 0) return own;
    int drawn = (int)(((draw() >> 33) * (u64)total) >> 31);
    if (drawn < placing)
        return removing ? play_there(own, occupied, places, rules, obliged, drawn)
                        : own | nth(places, drawn);
    drawn -= placing;
    for (u64 rest = lifting; rest; rest &= rest - 1) {
        u64 source = rest & -rest, left = own ^ source, before = occupied ^ source;
        int k = lowest(source);
        u64 goals = upper & HIGHER[k] & ~UP[k];
        int many = count_there(left, before, goals, removing, rules, obliged);
        if (drawn < many)
            return goals & removing ? play_there(left, before, goals, rules, obliged, drawn)
                                    : left | nth(goals, drawn);
        drawn -= many;
    }
    return own;
}

/* Twice what the side that begins makes of a game. */
static int play_out(int rules, int obliged) {
    u64 own = 0, other = 0;
    for (int ply = 0; ply < LONGEST; ply++) {
        if (other & APEX) return ply & 1 ? 2 : 0;
        u64 after = draw_move(own, other, rules, obliged);
        own = other, other = after;
    }
    return 1;
}

static u64 count(char **argv) {
    int rules = atoi(argv[3]), obliged = atoi(argv[4]);
    u64 made = 0;
    random_state = strtoull(argv[1], 0, 10);
    for (int left = atoi(argv[2]); left; left--) made += play_out(rules, obliged);
    return made + random_state;
}

/* seed games rules obliged -> twice what the side that begins makes, and where chance stands then */
int main(int argc, char **argv) { return argc == 5 ? answer(count, argv) : 2; }
