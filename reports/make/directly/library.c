/* Calls one function of a C library on code points, without any adapter.
 *
 *     library LIBRARY FUNCTION OPERATION [CODE POINT …]
 *
 * It prints the code points of the result in hexadecimal digits and ends with 0, or prints the status
 * and ends with 1. The variable SETTINGS has the codec, the flags of UTS #46 that are on, and the mapping of
 * IDNA 2008. The functions are declared here as the libraries document them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 20 };
static uint32_t points[ROOM + 1], result[ROOM + 1];
static unsigned char octets[4 * ROOM + 1], written[ROOM + 1];
static uint16_t units[2 * ROOM + 1], made[2 * ROOM + 1];

static int on(const char *setting) {
    const char *settings = getenv("SETTINGS");
    return settings && strstr(settings, setting) != NULL;
}

static size_t to_octets(size_t n) {
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t c = points[i];
        if (c < 0x80) octets[at++] = c;
        else if (c < 0x800) octets[at++] = 0xC0 | c >> 6, octets[at++] = 0x80 | (c & 63);
        else if (c < 0x10000) octets[at++] = 0xE0 | c >> 12, octets[at++] = 0x80 | (c >> 6 & 63), octets[at++] = 0x80 | (c & 63);
        else octets[at++] = 0xF0 | c >> 18, octets[at++] = 0x80 | (c >> 12 & 63), octets[at++] = 0x80 | (c >> 6 & 63), octets[at++] = 0x80 | (c & 63);
    }
    octets[at] = 0;
    return at;
}

static int refuse(long status) {
    printf("%ld\n", status);
    return 1;
}

static int show32(const uint32_t *text, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%X ", text[i]);
    return 0;
}

static int show8(const unsigned char *text, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%X ", text[i]);
    return 0;
}

static int32_t to_units(size_t n) {
    int32_t length = 0;
    for (size_t i = 0; i < n; i++) {
        if (points[i] > 0xFFFF) units[length++] = 0xD7C0 + (points[i] >> 10), units[length++] = 0xDC00 | (points[i] & 0x3FF);
        else units[length++] = points[i];
    }
    return length;
}

static int show16(int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        uint32_t c = made[i];
        if (c >> 10 == 0x36 && i + 1 < n && made[i + 1] >> 10 == 0x37) c = 0x10000 + ((c & 0x3FF) << 10) + (made[++i] & 0x3FF);
        printf("%X ", c);
    }
    return 0;
}

/* ICU has no option for hyphens and lengths: these errors are ignored if the request does not need them. */
static int icu_name(void *library, const char *name, void *function, int32_t length) {
    struct { int16_t size; int8_t different, reserved; uint32_t errors; int32_t more[2]; } info = {.size = sizeof info};
    char opener[64];
    int status = 0, options = (on("std3") ? 2 : 0) | (on("check-bidi") ? 4 : 0) | (on("check-joiners") ? 8 : 0) | (on("transitional") ? 0 : 48);
    snprintf(opener, sizeof opener, "uidna_openUTS46%s", strrchr(name, '_'));
    void *idna = ((void *(*)(uint32_t, int *))dlsym(library, opener))(options, &status);
    int32_t got = ((int32_t (*)(void *, const uint16_t *, int32_t, uint16_t *, int32_t, void *, int *))function)(idna, units, length, made, ROOM, &info, &status);
    uint32_t aside = (on("check-hyphens") ? 0 : 0x38) | (on("verify-dns-length") ? 0 : 7);
    return status > 0 || info.errors & ~aside ? refuse(info.errors) : show16(got);
}

int main(int count, char **words) {
    if (count < 4) return 2;
    void *library = dlopen(words[1], RTLD_NOW);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
    void *function = dlsym(library, words[2]);
    if (!function) function = dlvsym(library, words[2], "IDN2_0.0.0");
    if (!function) return fprintf(stderr, "no function %s\n", words[2]), 2;
    const char *op = words[3];
    size_t n = 0;
    for (int i = 4; i < count && n < ROOM; i++) points[n++] = strtoul(words[i], NULL, 16);
    points[n] = 0;
    if (strncmp(words[2], "u_str", 5) == 0) {
        int32_t (*call)(const uint16_t *, int32_t, uint16_t *, int32_t, void *, int *) = function;
        int status = 0;
        int32_t got = call(units, to_units(n), made, ROOM, NULL, &status);
        return status > 0 ? refuse(status) : show16(got);
    }
    if (strncmp(words[2], "uidna_", 6) == 0) return icu_name(library, words[2], function, to_units(n));
    int versioned = strncmp(words[2], "_idn2_puny", 10) == 0;
    if (strcmp(op, "encode") == 0) {
        size_t room = ROOM;
        int status = versioned
            ? ((int (*)(size_t, const uint32_t *, size_t *, void *))function)(n, points, &room, written)
            : ((int (*)(size_t, const uint32_t *, void *, size_t *, void *))function)(n, points, NULL, &room, written);
        return status ? refuse(status) : show8(written, room);
    }
    if (strcmp(op, "decode") == 0) {
        size_t length = to_octets(n), room = ROOM;
        int status = versioned
            ? ((int (*)(size_t, const void *, size_t *, uint32_t *))function)(length, octets, &room, result)
            : ((int (*)(size_t, const void *, size_t *, uint32_t *, void *))function)(length, octets, &room, result, NULL);
        return status ? refuse(status) : show32(result, room);
    }
    int flags = strncmp(words[2], "idn2", 4) != 0 ? 1 | 2 : !on("uts46") ? 64 | (on("nfc") ? 1 : 0) : (on("std3") ? 32 : 0) | (on("transitional") ? 4 : 8);
    if (strcmp(op, "to-ascii") == 0) {
        char *out = NULL;
        int status = ((int (*)(const uint32_t *, char **, int))function)(points, &out, flags);
        return status ? refuse(status) : show8((unsigned char *)out, strlen(out));
    }
    uint32_t *out = NULL;
    int status = ((int (*)(const uint32_t *, uint32_t **, int))function)(points, &out, flags);
    if (status) return refuse(status);
    size_t length = 0;
    while (out[length]) length++;
    return show32(out, length);
}
