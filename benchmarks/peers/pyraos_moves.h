/* The moves of Pyraos, the algorithm of model/games/pyraos/kernels.py in C.
   tables.h is generated from model/games/pyraos/kernels.py. */
#include "timed.h"
#include "tables.h"

#define BASE 0xFFFFull
#define APEX (1ull << 29)
#define PASS (1 << 20)
#define MAX_MOVES 8192

static inline int lowest(u64 x) { return ones((x & -x) - 1); }

static u64 supported(u64 occupied) {
    u64 a = occupied & BASE;
    a = a & (a >> 1) & (a >> 4) & (a >> 5);
    u64 first = (a & 7) | (((a >> 4) & 7) << 3) | (((a >> 8) & 7) << 6);
    u64 b = (occupied >> 16) & 0x1FF;
    b = b & (b >> 1) & (b >> 3) & (b >> 4);
    u64 second = (b & 3) | (((b >> 3) & 3) << 2);
    u64 c = (occupied >> 25) & 0xF;
    c = c & (c >> 1) & (c >> 2) & (c >> 3) & 1;
    return BASE | (first << 16) | (second << 25) | (c << 29);
}

static u64 covered(u64 occupied) {
    u64 a = (occupied >> 16) & 0x1FF;
    u64 e = (a & 7) | (((a >> 3) & 7) << 4) | (((a >> 6) & 7) << 8);
    u64 base = e | (e << 1) | (e << 4) | (e << 5);
    u64 b = (occupied >> 25) & 0xF;
    u64 f = (b & 3) | (((b >> 2) & 3) << 3);
    u64 first = f | (f << 1) | (f << 3) | (f << 4);
    u64 second = ((occupied >> 29) & 1) * 0xF;
    return base | (first << 16) | (second << 25);
}

static u64 square_places(u64 own) {
    u64 a = own & BASE, right = (a >> 1) & 0x7777, up = a >> 4, both = (a >> 5) & 0x7777;
    u64 base = (right & up & both) & 0x0777;
    base |= ((a & up & both) & 0x0777) << 1;
    base |= ((a & right & both) & 0x0777) << 4;
    base |= ((a & right & up) & 0x0777) << 5;
    u64 b = (own >> 16) & 0x1FF;
    right = (b >> 1) & 0333, up = b >> 3, both = (b >> 4) & 0333;
    u64 first = (right & up & both) & 033;
    first |= ((b & up & both) & 033) << 1;
    first |= ((b & right & both) & 033) << 3;
    first |= ((b & right & up) & 033) << 4;
    u64 c = (own >> 25) & 0xF;
    u64 k0 = c & 1, k1 = (c >> 1) & 1, k2 = (c >> 2) & 1, k3 = (c >> 3) & 1;
    u64 second = (k1 & k2 & k3) | ((k0 & k2 & k3) << 1) | ((k0 & k1 & k3) << 2);
    second |= (k0 & k1 & k2) << 3;
    return base | (first << 16) | (second << 25);
}

static u64 filled(u64 own, u64 line) {
    u64 missing = (own & line) ^ line;
    return ones(missing) <= 1 ? (missing ? missing : line) : 0;
}

static u64 removing_places(u64 own, int rules) {
    if (rules == 0) return 0;
    u64 places = square_places(own);
    if (rules == 1) return places;
    for (int k = 0; k < 4; k++)
        places |= filled(own, 0xFull << (4 * k)) | filled(own, 0x1111ull << k);
    for (int k = 0; k < 3; k++)
        places |= filled(own, 7ull << (16 + 3 * k)) | filled(own, 0111ull << (16 + k));
    return places;
}

static int makes_removal(u64 own, int place, int rules) {
    for (int k = 0; k < (rules == 2 ? 6 : 4); k++)
        if ((own & REMOVING[rules][place][k]) == REMOVING[rules][place][k]) return 1;
    return 0;
}

static u64 removal_sets(u64 own, u64 occupied, int obliged) {
    u64 free = own & ~covered(occupied), singles = ones(free);
    u64 total = singles + singles * (singles - 1) / 2 + !obliged;
    for (u64 rest = free; rest; rest &= rest - 1) {
        u64 bit = rest & -rest;
        for (u64 below = DOWN[lowest(bit)] & own; below; below &= below - 1)
            total += (UP[lowest(below)] & occupied) == bit;
    }
    return total;
}

static u64 count_at(u64 own, u64 occupied, u64 places, int rules, int obliged) {
    u64 special = places & removing_places(own, rules);
    u64 total = ones(places ^ special);
    for (; special; special &= special - 1) {
        u64 bit = special & -special;
        total += removal_sets(own | bit, occupied | bit, obliged);
    }
    return total;
}

static u64 count_moves(u64 own, u64 other, int rules, int obliged) {
    u64 occupied = own | other, total = 0;
    if (occupied & APEX) return 0;
    u64 carrying = supported(occupied);
    if (ones(own) < 15) total += count_at(own, occupied, carrying & ~occupied, rules, obliged);
    u64 upper = carrying & ~occupied & ~BASE;
    if (upper)
        for (u64 free = own & ~covered(occupied); free; free &= free - 1) {
            u64 bit = free & -free;
            int source = lowest(bit);
            u64 places = upper & HIGHER[source] & ~UP[source];
            if (places) total += count_at(own ^ bit, occupied ^ bit, places, rules, obliged);
        }
    return total ? total : 1;
}

static int list_at(u64 own, u64 occupied, int place, int head, int rules, int obliged, int *moves,
                   int n) {
    head |= place;
    int removing = makes_removal(own, place, rules);
    if (!(removing && obliged)) moves[n++] = head;
    if (!removing) return n;
    for (u64 rest = own & ~covered(occupied); rest;) {
        u64 bit = rest & -rest;
        rest ^= bit;
        int a = lowest(bit);
        moves[n++] = head | (a + 1) << 10;
        for (u64 later = rest; later; later &= later - 1)
            moves[n++] = head | (a + 1) << 10 | (lowest(later) + 1) << 15;
        for (u64 below = DOWN[a] & own; below; below &= below - 1) {
            int b = lowest(below);
            if ((UP[b] & occupied) == bit) moves[n++] = head | (b + 1) << 10 | (a + 1) << 15;
        }
    }
    return n;
}

static int list_moves(u64 own, u64 other, int rules, int obliged, int *moves) {
    u64 occupied = own | other;
    int n = 0;
    if (occupied & APEX) return 0;
    u64 carrying = supported(occupied);
    if (ones(own) < 15)
        for (u64 places = carrying & ~occupied; places; places &= places - 1) {
            u64 bit = places & -places;
            n = list_at(own | bit, occupied | bit, lowest(bit), 0, rules, obliged, moves, n);
        }
    for (u64 free = own & ~covered(occupied); free; free &= free - 1) {
        u64 bit = free & -free;
        int source = lowest(bit);
        u64 places = carrying & ~occupied & HIGHER[source] & ~UP[source];
        for (; places; places &= places - 1) {
            u64 place = places & -places;
            n = list_at((own ^ bit) | place, (occupied ^ bit) | place, lowest(place),
                        (source + 1) << 5, rules, obliged, moves, n);
        }
    }
    if (n == 0) moves[n++] = PASS;
    return n;
}

static u64 moved(u64 own, int move) {
    if (move == PASS) return own;
    own |= 1ull << (move & 31);
    for (int shift = 5; shift <= 15; shift += 5)
        if (move >> shift & 31) own ^= 1ull << ((move >> shift & 31) - 1);
    return own;
}
