/* Free Partition of size 4 in plain C, by docs/rules/partition.md: does Red win in so many moves?

   partition_float FIRST MOVES: Red has put a ball on point FIRST (levels from the base up, rows from
   the south, points from the west), Blue is to move, and Red has so many balls left to put. Prints 1
   or 0. Blue wins nothing by hurrying: no corner is held by both, so he can only stop Red. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4
#define P 30
#define FULL 0x3fffffffu
#define KEPT (1u << 24)

typedef uint32_t set;
typedef struct { set red, blue, carrier; int result; } entry;

static set near[P], far[5], first, *wins;
static int corner[5], many;
static entry *kept;

static void lay_out(void)
{
    int x[P], y[P], z[P], k = 0;
    for (int c = 0; c < N; c++)
        for (int b = 0; b < N - c; b++)
            for (int a = 0; a < N - c; a++, k++)
                x[k] = 2 * a + c, y[k] = 2 * b + c, z[k] = c;
    for (int p = 0; p < P; p++) {
        int low = z[p], high = 2 * (N - 1) - z[p];
        int west = x[p] == low, east = x[p] == high, south = y[p] == low, north = y[p] == high;
        int at[5] = {west && south && !z[p], east && south && !z[p], west && north && !z[p],
                     east && north && !z[p], z[p] == N - 1};
        int beyond[5] = {east || north, west || north, east || south, west || south, !z[p]};
        for (int c = 0; c < 5; c++) {
            if (at[c]) corner[c] = p;
            if (beyond[c]) far[c] |= 1u << p;
        }
        for (int q = 0; q < P; q++) {
            int dx = x[p] - x[q], dy = y[p] - y[q], dz = z[p] - z[q];
            if (dx * dx + dy * dy + 2 * dz * dz == 4) near[p] |= 1u << q;
        }
    }
}

static set spread(set start, set within)
{
    set reached = start & within, fresh = reached;
    while (fresh) {
        set around = 0;
        for (; fresh; fresh &= fresh - 1) around |= near[__builtin_ctz(fresh)];
        fresh = around & within & ~reached;
        reached |= fresh;
    }
    return reached;
}

/* Whether balls hold three corners: each by one group that every way to a far wall meets. */
static int won(set balls)
{
    int held[5] = {0}, count = 0;
    while (balls) {
        set group = spread(balls & -balls, balls);
        balls &= ~group;
        for (int c = 0; c < 5; c++)
            if (!held[c] && group & far[c] && !(spread(1u << corner[c], FULL & ~group) & far[c]))
                held[c] = 1, count++;
    }
    return count >= 3;
}

/* List the least sets that win together with the first ball. */
static void list(int from, set needed, int left)
{
    if (__builtin_popcount(needed | first) >= N && won(needed | first)) {
        for (set e = needed; e; e &= e - 1)
            if (won((needed & ~(e & -e)) | first)) return;
        wins[many++] = needed;
        return;
    }
    for (int p = from; left && p < P; p++)
        if (!(first >> p & 1)) list(p + 1, needed | 1u << p, left - 1);
}

static entry *place(set red, set blue)
{
    uint64_t h = ((uint64_t)red << 32 | blue) * 0x9E3779B97F4A7C15ull;
    h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9ull;
    return &kept[(h ^ h >> 32) % KEPT];
}

/* The point of `of` that most sets need, short ones before all. */
static int best(const set *sets, int n, set of)
{
    uint64_t weight[P] = {0};
    int found = __builtin_ctz(of);
    for (int i = 0; i < n; i++)
        for (set e = sets[i] & of; e; e &= e - 1)
            weight[__builtin_ctz(e)] += 1ull << 3 * (10 - __builtin_popcount(sets[i]));
    for (set e = of; e; e &= e - 1)
        if (weight[__builtin_ctz(e)] > weight[found]) found = __builtin_ctz(e);
    return found;
}

static int search(set red, set blue, const set *sets, int n, int left, int reds, set *carrier)
{
    set one = 0, all = 0;
    for (int i = 0; i < n; i++) {
        all |= sets[i];
        if (!(sets[i] & (sets[i] - 1))) one |= sets[i];
    }
    if (reds && one) return *carrier = one & -one, 1;
    if (!n || (reds && left < 2)) return 0;
    if (one & (one - 1)) return *carrier = one, 1;
    set me = red | (reds ? 1u << 31 : 0);
    entry *e = place(me, blue);
    if (e->red == me && e->blue == blue) return *carrier = e->carrier, e->result;
    /* Red needs one move that wins; Blue must meet whatever Red wins by after each of his. */
    set *rest = malloc((size_t)n * sizeof *rest), tries = !reds && one ? one : all, united = one;
    int result = !reds;
    while (tries) {
        int p = best(sets, n, tries), m = 0;
        set used = 0;
        tries &= ~(1u << p);
        for (int i = 0; i < n; i++)
            if (reds ? __builtin_popcount(sets[i] & ~(1u << p)) < left : !(sets[i] >> p & 1))
                rest[m++] = sets[i] & ~(1u << p);
        int wins_so = reds ? search(red | 1u << p, blue, rest, m, left - 1, 0, &used)
                           : search(red, blue | 1u << p, rest, m, left, 1, &used);
        united |= used;
        if (reds && wins_so) { result = 1, united = used | 1u << p; break; }
        if (!reds && !wins_so) { result = 0; break; }
        if (!reds) tries &= used;
    }
    free(rest);
    *e = (entry){me, blue, united, result};
    *carrier = united;
    return result;
}

int main(int count, char **words)
{
    if (count != 3) return 2;
    lay_out();
    first = 1u << atoi(words[1]);
    wins = malloc(sizeof *wins << 23);
    kept = calloc(KEPT, sizeof *kept);
    if (!wins || !kept) return 2;
    int left = atoi(words[2]);
    set carrier = 0;
    list(0, 0, left);
    printf("%d\n", search(first, 0, wins, many, left, 0, &carrier));
    return 0;
}
