/* A decoder that consumes a leading delimiter. `text` has room for 4 * size code points. */
#include <acegate.h>

static int my_decode(const uint8_t *code, size_t size, uint32_t *text)
{
    acegate_value input = {ACEGATE_UTF8, code, size};
    acegate_buffer output = {ACEGATE_CODE_POINTS, text, 4 * size, 0, 0};

    if (size > 0 && code[0] == '-') {
        input.data = code + 1;
        input.length = size - 1;
    }
    if (acegate_apply("punycode", "decode", NULL, &input, &output, NULL) != ACEGATE_OK)
        return -1;
    return (int)output.length;
}
