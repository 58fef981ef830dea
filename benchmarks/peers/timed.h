/* What the programs of the benchmarks share: random bits (splitmix64), a clock. It counts the time of
   the processor: others that run beside us take turns with us, not time. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;

static u64 random_state;

static inline u64 draw(void) {
    u64 bits = random_state += 0x9E3779B97F4A7C15ull;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ull;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBull;
    return bits ^ (bits >> 31);
}

static inline int ones(u64 x) {
    x = x - ((x >> 1) & 0x5555555555555555ull);
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
    return (int)((x * 0x0101010101010101ull) >> 56);
}

/* Print a count and the seconds it took, once for each line of standard input. */
static int answer(u64 (*count)(char **), char **argv) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        struct timespec a, b;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        u64 counted = count(argv);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        printf("%llu %.9f\n", (unsigned long long)counted,
               (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);
        fflush(stdout);
    }
    return 0;
}
