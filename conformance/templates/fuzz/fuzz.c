/* A target for libFuzzer that compares your codec with the judgement of acegate, which acegate.h describes. */
#include <acegate.h>
#include <stdio.h>
#include <stdlib.h>

#define CODEC "punycode"
#define OPERATION "decode"
/* The parameters that yours is called with, and what it declares, such as "unicode=15.0". */
#define SETTINGS ""
#define ROOM 4096

/* Yours: writes at most ROOM code points and returns how many, or -1 if it rejects the input. -2 skips it. */
static long mine(const uint8_t *input, size_t size, uint32_t *text)
{
    (void)input;
    (void)size;
    (void)text;
    return -2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint32_t text[ROOM];
    acegate_value input = {ACEGATE_UTF8, data, size};
    acegate_value answer = {ACEGATE_CODE_POINTS, text, 0};
    acegate_reason reason;
    long length = mine(data, size, text);

    if (length < -1)
        return 0;
    answer.length = length < 0 ? 0 : (size_t)length;
    if (acegate_judge(CODEC, OPERATION, SETTINGS, &input, length < 0 ? NULL : &answer, &reason) == ACEGATE_WRONG_MUST) {
        fprintf(stderr, "%s\n", reason.text);
        abort();
    }
    return 0;
}
