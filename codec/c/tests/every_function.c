/* Every function of the library, in the subset that C and C++ share. */
#include <acegate.h>

#include <stdio.h>
#include <string.h>

static int failed;

#define EXPECT(condition)                                              \
    do {                                                               \
        if (!(condition)) {                                            \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
            failed = 1;                                                \
        }                                                              \
    } while (0)

static acegate_value text(const char *octets)
{
    acegate_value value = {ACEGATE_UTF8, octets, strlen(octets)};
    return value;
}

static void names(void)
{
    char name[64];
    char small[4] = "abc";
    size_t count = 0;
    int has_decode = 0;

    while (acegate_operation(count, name, sizeof name)) {
        has_decode |= strcmp(name, "punycode decode") == 0;
        count++;
    }
    EXPECT(count > 30);
    EXPECT(has_decode);
    EXPECT(!acegate_operation(0, small, sizeof small));
    EXPECT(strcmp(small, "abc") == 0);
    EXPECT(!acegate_operation(0, NULL, 0));
    EXPECT(acegate_version()[0] != '\0');
    EXPECT(acegate_size("value") == sizeof(acegate_value));
    EXPECT(acegate_size("buffer") == sizeof(acegate_buffer));
    EXPECT(acegate_size("refusal") == sizeof(acegate_refusal));
    EXPECT(acegate_size("reason") == sizeof(acegate_reason));
    EXPECT(acegate_size("x") == 0);
}

/* RFC 3492, section 7.1 (B): Chinese (simplified). */
static const uint32_t CHINESE[] = {0x4ED6, 0x4EEC, 0x4E3A, 0x4EC0, 0x4E48, 0x4E0D, 0x8BF4, 0x4E2D, 0x6587};
static const char CODE[] = "ihqwcrb4cv8a8dqg056pqjye";

static void apply(void)
{
    uint32_t points[9];
    char octets[64];
    acegate_value code = text(CODE);
    acegate_value chinese = {ACEGATE_CODE_POINTS, CHINESE, 9};
    acegate_buffer output = {ACEGATE_CODE_POINTS, points, 9, 0, 0};
    acegate_buffer written = {ACEGATE_UTF8, octets, sizeof octets, 0, 0};
    acegate_refusal refusal;
    acegate_value input;
    uint32_t surrogate[] = {0xD800};
    acegate_value lone = {ACEGATE_CODE_POINTS, surrogate, 1};
    char unaligned[1 + sizeof CHINESE];

    EXPECT(acegate_apply("punycode", "decode", NULL, &code, &output, NULL) == ACEGATE_OK);
    EXPECT(output.length == 9 && memcmp(points, CHINESE, sizeof CHINESE) == 0);
    EXPECT(acegate_apply("punycode", "encode", "", &chinese, &written, &refusal) == ACEGATE_OK);
    EXPECT(written.length == strlen(CODE) && memcmp(octets, CODE, written.length) == 0);
    memcpy(unaligned + 1, CHINESE, sizeof CHINESE);
    chinese.data = unaligned + 1;
    EXPECT(acegate_apply("punycode", "encode", "", &chinese, &written, &refusal) == ACEGATE_OK);

    /* One too small: it is told how long the result is, and nothing is written. */
    output.capacity = 8;
    points[0] = 7;
    EXPECT(acegate_apply("punycode", "decode", NULL, &code, &output, NULL) == ACEGATE_TOO_SMALL);
    EXPECT(output.length == 9 && points[0] == 7);
    output.data = NULL;
    output.capacity = 0;
    EXPECT(acegate_apply("punycode", "decode", NULL, &code, &output, NULL) == ACEGATE_TOO_SMALL);
    input = text("");
    EXPECT(acegate_apply("punycode", "decode", NULL, &input, &output, NULL) == ACEGATE_OK && output.length == 0);

    /* RFC 3492, section 6.2: U+00FC is two octets, and no digit follows it. */
    input = text("a\xC3\xBC!");
    EXPECT(acegate_apply("utf5", "decode", NULL, &input, &written, &refusal) == ACEGATE_REFUSED);
    EXPECT(refusal.kind[0] != '\0' && refusal.position <= 4);
    input = text("xn--\xC3\xBC-!");
    EXPECT(acegate_apply("punycode", "decode", NULL, &input, &written, &refusal) == ACEGATE_REFUSED);
    EXPECT(strcmp(refusal.kind, "not-basic") == 0 && refusal.position == 4);

    EXPECT(acegate_apply("punycode", "hash", NULL, &code, &written, NULL) == ACEGATE_UNSUPPORTED);
    EXPECT(acegate_apply("base64", "decode", NULL, &code, &written, NULL) == ACEGATE_UNSUPPORTED);
    EXPECT(acegate_apply("punycode", "decode", "width=7", &code, &written, NULL) == ACEGATE_UNSUPPORTED);
    EXPECT(acegate_apply("punycode", "decode", "x", &code, &written, NULL) == ACEGATE_UNSUPPORTED);
    EXPECT(acegate_apply(NULL, "decode", NULL, &code, &written, NULL) == ACEGATE_INVALID);
    EXPECT(acegate_apply("punycode", "decode", NULL, NULL, &written, NULL) == ACEGATE_INVALID);
    EXPECT(acegate_apply("punycode", "decode", NULL, &code, NULL, NULL) == ACEGATE_INVALID);
    EXPECT(acegate_apply("\xFF", "decode", NULL, &code, &written, NULL) == ACEGATE_INVALID);
    input = text("\xFF");
    EXPECT(acegate_apply("punycode", "decode", NULL, &input, &written, NULL) == ACEGATE_INVALID);
    code.form = 77;
    EXPECT(acegate_apply("punycode", "decode", NULL, &code, &written, NULL) == ACEGATE_INVALID);
    EXPECT(acegate_apply("punycode", "encode", NULL, &lone, &written, &refusal) == ACEGATE_REFUSED);
    EXPECT(strcmp(refusal.kind, "surrogate") == 0);
}

static void lists(void)
{
    char octets[2000];
    uint32_t points[2000];
    acegate_value address = text("alice");
    acegate_value given = {ACEGATE_UTF8_LIST, octets, 0};
    acegate_buffer output = {ACEGATE_UTF8, octets, sizeof octets, 0, 0};
    acegate_buffer numbers = {ACEGATE_CODE_POINTS, points, 2000, 0, 0};

    EXPECT(acegate_apply("uri2dec", "choices", NULL, &address, &output, NULL) == ACEGATE_OK);
    EXPECT(output.is_list == 1 && output.length > 10 && octets[output.length - 1] == '\n');
    EXPECT(acegate_apply("uri2dec", "choices", NULL, &address, &numbers, NULL) == ACEGATE_OK);
    EXPECT(numbers.is_list == 1 && points[numbers.length - 1] == ACEGATE_END);
    given.length = output.length;
    EXPECT(acegate_judge("uri2dec", "choices", NULL, &address, &given, NULL) == ACEGATE_RIGHT);
    given.form = ACEGATE_CODE_POINTS_LIST;
    given.data = points;
    given.length = numbers.length;
    EXPECT(acegate_judge("uri2dec", "choices", NULL, &address, &given, NULL) == ACEGATE_RIGHT);
    given.length--;
    EXPECT(acegate_judge("uri2dec", "choices", NULL, &address, &given, NULL) == ACEGATE_NOT_JUDGED);
}

static void judge(void)
{
    acegate_reason reason;
    acegate_value input = text("-tda");
    acegate_value lenient = text("\xC3\xBC");
    acegate_value name = text("xn--b");

    /* RFC 3492, section 6.2: the delimiter is consumed only after at least one character. */
    EXPECT(acegate_judge("punycode", "decode", NULL, &input, NULL, &reason) == ACEGATE_RIGHT);
    EXPECT(reason.text[0] == '\0' && reason.requirement[0] == '\0');
    EXPECT(acegate_judge("punycode", "decode", NULL, &input, &lenient, &reason) == ACEGATE_WRONG_MUST);
    EXPECT(strncmp(reason.requirement, "punycode-", 9) == 0);
    EXPECT(strstr(reason.text, "punycode decode of \"-tda\"") != NULL);
    EXPECT(acegate_judge("punycode", "decode", NULL, &input, &lenient, NULL) == ACEGATE_WRONG_MUST);

    /* RFC 3490, section 4: ToUnicode never fails. */
    EXPECT(acegate_judge("punycode", "to-unicode", NULL, &name, &name, NULL) >= ACEGATE_RIGHT);
    EXPECT(acegate_judge("punycode", "to-unicode", NULL, &name, &name, NULL) <= ACEGATE_ALLOWED);
    EXPECT(acegate_judge("punycode", "to-unicode", NULL, &name, NULL, NULL) <= ACEGATE_ALLOWED);
    EXPECT(acegate_judge("punycode", "to-unicode", NULL, &name, &lenient, NULL) == ACEGATE_WRONG_MUST);

    /* U+1C89 is of Unicode 16, and U+1C8A is its small letter. */
    input = text("\xE1\xB2\x89");
    lenient = text("\xE1\xB2\x8A");
    EXPECT(acegate_judge("uts46", "to-unicode", NULL, &input, &lenient, &reason) == ACEGATE_NOT_JUDGED);
    EXPECT(reason.text[0] != '\0');
    EXPECT(acegate_judge("uts46", "to-unicode", "unicode=16.0", &input, &lenient, NULL) == ACEGATE_RIGHT);
    EXPECT(acegate_judge("uts46", "to-unicode", "unicode=16.0", &input, &input, NULL) == ACEGATE_WRONG_MUST);
    EXPECT(acegate_judge("uts46", "to-unicode", "unicode=x", &input, NULL, NULL) == ACEGATE_NOT_JUDGED);

    /* With UseSTD3ASCIIRules=false, U+005F stays (UTS #46, section 4.1). */
    input = text("a_b");
    EXPECT(acegate_judge("uts46", "to-ascii", "std3=false", &input, &input, NULL) == ACEGATE_RIGHT);
    EXPECT(acegate_judge("uts46", "to-ascii", NULL, &input, &input, NULL) == ACEGATE_WRONG_MUST);

    EXPECT(acegate_judge("punycode", "decode", "length=2", &name, NULL, &reason) == ACEGATE_NOT_JUDGED);
    EXPECT(acegate_judge("punycode", "x", NULL, &name, NULL, &reason) == ACEGATE_NOT_JUDGED);
    EXPECT(acegate_judge("punycode", NULL, NULL, &name, NULL, &reason) == ACEGATE_NOT_JUDGED);
    EXPECT(acegate_judge("punycode", "decode", NULL, NULL, NULL, &reason) == ACEGATE_NOT_JUDGED);
    EXPECT(acegate_judge(NULL, NULL, NULL, NULL, NULL, NULL) == ACEGATE_NOT_JUDGED);
}

int main(void)
{
    names();
    apply();
    lists();
    judge();
    return failed;
}
