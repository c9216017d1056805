/* The Punycode decoder of OpenSSL, behind acegate's line protocol; it has no encoder. */
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exported by the static library alone: 1 and the code points, or 0. */
int ossl_punycode_decode(const char *code, const size_t length, unsigned int *out, unsigned int *made);

enum { ROOM = 1 << 20 };
static char line[16 * ROOM], code[ROOM]; /* an integer and its comma take up to 11 octets */
static unsigned int out[ROOM];

/* A request is one object on one line, and its input is an array of integers, as the hello requests. */
static const char *field(const char *name) {
    const char *found = strstr(line, name);
    return found ? found + strlen(name) : "";
}

static void answer(void) {
    const char *at = field("\"u\":[");
    size_t length = 0;
    unsigned int made = sizeof out / sizeof *out;
    for (char *end; *at && *at != ']' && length < ROOM; at = *end == ',' ? end + 1 : end) {
        unsigned long point = strtoul(at, &end, 10);
        if (point > 0x7f) { /* octets are passed */
            return (void)printf("\"skip\":\"asked ASCII alone\"");
        }
        code[length++] = (char)point;
    }
    int decoded = ossl_punycode_decode(code, length, out, &made);
    printf(decoded ? "\"ok\":{\"u\":[" : "\"error\":{}");
    for (unsigned int i = 0; decoded && i < made; i++) printf(i ? ",%u" : "%u", out[i]);
    if (decoded) printf("]}");
}

int main(void) {
    for (; fgets(line, sizeof line, stdin); fflush(stdout)) {
        if (strstr(line, "\"type\":\"hello\"")) {
            printf("{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],\"implementation\":{\"name\":\"OpenSSL\",\"version\":\"%s\","
                   "\"language\":\"C\",\"url\":\"https://openssl.org\"},\"codecs\":{\"punycode\":{\"ops\":[\"decode\"],"
                   "\"limits\":{\"width\":32}}}}\n", OpenSSL_version(OPENSSL_VERSION_STRING));
            continue;
        }
        printf("{\"id\":%lu,", strtoul(field("\"id\":"), NULL, 10));
        if (strstr(line, "\"codec\":\"punycode\"") && strstr(line, "\"op\":\"decode\"")) answer();
        else printf("\"skip\":\"only punycode decode\"");
        printf("}\n");
    }
}
