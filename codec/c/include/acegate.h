/*
 * acegate: reference codecs for Punycode, UTS #46 and other ASCII-compatible encodings, and a judge of answers.
 *
 * Five functions for a fuzzer or a test in any language that can call C:
 *
 *   acegate_version    the version of the library
 *   acegate_operation  the names of the codecs and their operations
 *   acegate_apply      carries out an operation: the right answer
 *   acegate_judge      says whether an answer is right, allowed, or wrong, and by which requirement
 *   acegate_size       the size of a structure, for languages that declare it again
 *
 * Nothing that a function returns has to be freed: results are written into buffers of the caller. No function keeps
 * a pointer, and each can be called by several threads at once. A mistake of acegate itself never unwinds into the
 * caller: the result is ACEGATE_FAILED.
 */
#ifndef ACEGATE_H
#define ACEGATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a value is written in memory. */
enum acegate_form {
    /* A text in UTF-8. Units are octets. */
    ACEGATE_UTF8 = 0,
    /* A text as code points, each a uint32_t. It can also hold surrogates and numbers above 10FFFF. */
    ACEGATE_CODE_POINTS = 1,
    /* Octets that are no text. */
    ACEGATE_OCTETS = 2,
    /* A list of texts in UTF-8, each followed by a line feed. */
    ACEGATE_UTF8_LIST = 3,
    /* A list of texts as code points, each followed by ACEGATE_END. */
    ACEGATE_CODE_POINTS_LIST = 4
};

/* After each text of a list of code points. */
#define ACEGATE_END UINT32_C(0xFFFFFFFF)

/* An input or an answer. It belongs to the caller. */
typedef struct acegate_value {
    /* One of enum acegate_form. */
    int32_t form;
    /* Octets or code points; can be NULL if there are none. Code points need not be aligned. */
    const void *data;
    /* How many octets or code points. */
    size_t length;
} acegate_value;

/* Room for a result. It belongs to the caller. */
typedef struct acegate_buffer {
    /* ACEGATE_UTF8 or ACEGATE_CODE_POINTS: how a text is to be written. */
    int32_t form;
    void *data;
    /* How many octets or code points fit. */
    size_t capacity;
    /* Set by the function: how many the result has. If they do not fit, nothing was written. */
    size_t length;
    /* Set by the function: 1 if the result is a list of texts, each followed by its end, otherwise 0. */
    int32_t is_list;
} acegate_buffer;

/* How an operation ended. */
enum acegate_status {
    ACEGATE_OK = 0,
    /* The codec rejects the input. */
    ACEGATE_REFUSED = 1,
    /* acegate has no such codec, operation, parameter or value of it. */
    ACEGATE_UNSUPPORTED = 2,
    /* The result does not fit. */
    ACEGATE_TOO_SMALL = 3,
    /* The result has no form in UTF-8, such as a surrogate: ask for code points. */
    ACEGATE_NOT_UTF8 = 4,
    /* An argument is none that the function takes: a null pointer, an unknown form, an input that is no UTF-8. */
    ACEGATE_INVALID = 5,
    /* A mistake of acegate. */
    ACEGATE_FAILED = 6
};

/* Why an operation gave no value. */
typedef struct acegate_refusal {
    /* The kind of the refusal, such as "bad-digit"; empty if there is none. */
    char kind[32];
    /* Where: an index into the input's octets in UTF-8, code points, octets or texts of a list. */
    size_t position;
} acegate_refusal;

/* What an answer is worth. */
enum acegate_verdict {
    /* Not judged: no such operation, or the answer depends on what `settings` do not declare. */
    ACEGATE_NOT_JUDGED = -1,
    /* The answer of the reference; kinds and positions of refusals are not compared. */
    ACEGATE_RIGHT = 0,
    /* Another answer, which the documents allow. */
    ACEGATE_ALLOWED = 1,
    /* Wrong, by how binding the broken rule is. */
    ACEGATE_WRONG_MAY = 2,
    ACEGATE_WRONG_SHOULD = 3,
    ACEGATE_WRONG_MUST = 4
};

/* Why an answer is wrong, or not judged. */
typedef struct acegate_reason {
    /* The requirement that is broken, such as "punycode-23"; empty if none is known. */
    char requirement[32];
    /* Request, answer, right answers and the text of the requirement, in printable UTF-8, or why it is not judged. It
     * is cut off where it does not fit. */
    char text[2016];
} acegate_reason;

/* The version, such as "0.1.0". The text is constant. */
const char *acegate_version(void);

/*
 * Writes the name of an operation, such as "punycode decode", and a NUL into `name`, where `capacity` octets fit; 64
 * are enough. Returns 1, or 0 if there is no operation with this index or it does not fit. Indices begin at 0.
 */
int acegate_operation(size_t index, char *name, size_t capacity);

/*
 * Carries out an operation: `acegate_apply("punycode", "decode", NULL, &input, &output, NULL)`. Returns one of enum
 * acegate_status.
 *
 * `settings` are the parameters of the operation, such as "width=31", separated by spaces; NULL for none. Only those
 * that `acegate codecs NAME` lists are taken. `refusal` can be NULL.
 */
int acegate_apply(const char *codec, const char *operation, const char *settings, const acegate_value *input,
                  acegate_buffer *output, acegate_refusal *refusal);

/*
 * Judges the answer of an implementation. Returns one of enum acegate_verdict. A fuzzer stops at ACEGATE_WRONG_MUST; a
 * larger number is worse.
 *
 * `answer` is NULL if the implementation rejects the input. `reason` can be NULL; it is written for wrong answers and
 * for those that are not judged, and takes time for wrong ones only.
 *
 * `settings` are parameters of the operation with which the implementation was called, and what an adapter would
 * declare: `unicode=15.0` the version of its tables, `idna=lookup` what it does to host names besides encoding (the
 * words of the protocol), `length=63` the longest input in code points, `labels=1` the most labels of a name. Answers
 * that depend on a declaration that is missing are not judged.
 */
int acegate_judge(const char *codec, const char *operation, const char *settings, const acegate_value *input,
                  const acegate_value *answer, acegate_reason *reason);

/*
 * The size of a structure in octets, by its name without "acegate_", such as "reason"; 0 for another name. A binding
 * that declares the structures again checks itself with it.
 */
size_t acegate_size(const char *structure);

/*
 * Example: a target for libFuzzer.
 *
 *     #include <acegate.h>
 *     #include <stdio.h>
 *     #include <stdlib.h>
 *
 *     // Yours: decodes into `text`, where 4 * size code points fit. Returns how many, or -1.
 *     int my_decode(const uint8_t *code, size_t size, uint32_t *text);
 *
 *     int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
 *     {
 *         static uint32_t text[4096];
 *         acegate_value input = {ACEGATE_UTF8, data, size};
 *         acegate_reason reason;
 *         int length;
 *
 *         if (size > 1024)
 *             return 0;
 *         length = my_decode(data, size, text);
 *         acegate_value answer = {ACEGATE_CODE_POINTS, text, length < 0 ? 0 : (size_t)length};
 *         if (acegate_judge("punycode", "decode", NULL, &input, length < 0 ? NULL : &answer, &reason) ==
 *             ACEGATE_WRONG_MUST) {
 *             fprintf(stderr, "%s\n", reason.text);
 *             abort();
 *         }
 *         return 0;
 *     }
 */

#ifdef __cplusplus
}
#endif

#endif
