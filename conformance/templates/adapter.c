/* An adapter for acegate in C. Fill in the two functions; they get code points, and return how many
   they made, or one of the answers of the enum. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSED = -1, SKIPPED = -2, NOT_FILLED_IN = -3, ROOM = 1 << 20 };

static long encode(const unsigned long *in, long length, unsigned long *out) {
    (void)in, (void)length, (void)out;
    return NOT_FILLED_IN; /* the library's calls go here; `out` has place for ROOM code points */
}

static long decode(const unsigned long *in, long length, unsigned long *out) {
    (void)in, (void)length, (void)out;
    return NOT_FILLED_IN;
}

static char line[16 * ROOM]; /* an integer and its comma take up to 11 octets */
static unsigned long in[ROOM], out[ROOM];

/* A request is one object on one line, and its input is an array of integers, as the hello requests. They
   may be above 10FFFF, or surrogates: for a number that a library cannot be given, return SKIPPED. */
static const char *field(const char *name) {
    const char *found = strstr(line, name);
    return found ? found + strlen(name) : "";
}

static void answer(long (*operation)(const unsigned long *, long, unsigned long *)) {
    const char *at = field("\"u\":[");
    long length = 0;
    for (char *end; *at && *at != ']' && length < ROOM; at = *end == ',' ? end + 1 : end)
        in[length++] = strtoul(at, &end, 10);
    long made = operation(in, length, out);
    printf(made == NOT_FILLED_IN ? "\"skip\":\"not filled in yet\""
           : made == SKIPPED ? "\"skip\":\"the library cannot be given this input\""
           : made < 0 ? "\"error\":{}" : "\"ok\":{\"u\":[");
    for (long i = 0; i < made; i++) printf(i ? ",%lu" : "%lu", out[i]);
    if (made >= 0) printf("]}");
}

int main(void) {
    for (; fgets(line, sizeof line, stdin); fflush(stdout)) {
        int is_punycode = strstr(line, "\"codec\":\"punycode\"") != NULL;
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],"
                 "\"implementation\":{\"name\":\"mine\",\"version\":\"0.1\",\"language\":\"C\"},"
                 "\"codecs\":{\"punycode\":{\"ops\":[\"encode\",\"decode\"]}}}");
            continue;
        }
        printf("{\"id\":%lu,", strtoul(field("\"id\":"), NULL, 10));
        if (is_punycode && strstr(line, "\"op\":\"encode\"")) answer(encode);
        else if (is_punycode && strstr(line, "\"op\":\"decode\"")) answer(decode);
        else printf("\"skip\":\"only punycode encode and decode\"");
        puts("}");
    }
}
