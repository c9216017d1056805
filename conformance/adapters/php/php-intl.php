<?php
// The host names of PHP's extension intl: UTS 46 of ICU, with all of its checks.
require __DIR__ . '/frame.php';

if (!extension_loaded('intl')) {
    fwrite(STDERR, "the PHP extension intl is not installed (Debian: php-intl)\n");
    exit(2);
}
const CHECKS = IDNA_USE_STD3_RULES | IDNA_CHECK_BIDI | IDNA_CHECK_CONTEXTJ | IDNA_NONTRANSITIONAL_TO_ASCII | IDNA_NONTRANSITIONAL_TO_UNICODE;

function asked(callable $convert): callable
{
    return fn ($text) => $text === '' ? throw new Skip('it takes no empty name') : $convert($text, CHECKS, INTL_IDNA_VARIANT_UTS46);
}

serve(['name' => 'PHP intl', 'version' => PHP_VERSION . ' with ICU ' . INTL_ICU_VERSION, 'language' => 'C++', 'url' => 'https://www.php.net/manual/book.intl.php'],
      ['to-ascii' => asked('idn_to_ascii'), 'to-unicode' => asked('idn_to_utf8')], ['idna' => 'strict']);
