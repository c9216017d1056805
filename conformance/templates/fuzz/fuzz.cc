// A target for libFuzzer that compares your codec with the judgement of acegate, which acegate.h describes.
#include <acegate.h>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

static const char CODEC[] = "punycode";
static const char OPERATION[] = "decode";
// The parameters that yours is called with, and what it declares, such as "unicode=15.0".
static const char SETTINGS[] = "";

struct Skipped {};

// Yours: from UTF-8 to UTF-8. It throws std::invalid_argument if it rejects the input.
static std::string mine(const std::string &input)
{
    (void)input;
    throw Skipped();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    std::string text;
    bool rejects = false;
    try {
        text = mine(std::string(reinterpret_cast<const char *>(data), size));
    } catch (const Skipped &) {
        return 0;
    } catch (const std::invalid_argument &) {
        rejects = true;
    }
    acegate_value input = {ACEGATE_UTF8, data, size}, answer = {ACEGATE_UTF8, text.data(), text.size()};
    acegate_reason reason;
    if (acegate_judge(CODEC, OPERATION, SETTINGS, &input, rejects ? nullptr : &answer, &reason) == ACEGATE_WRONG_MUST) {
        std::fprintf(stderr, "%s\n", reason.text);
        std::abort();
    }
    return 0;
}
