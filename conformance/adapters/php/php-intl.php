<?php
// The host names of PHP's extension intl: UTS 46 of ICU, with all of its checks unless a request says otherwise.
require __DIR__ . '/frame.php';
require __DIR__ . '/uts46-frame.php';

if (!extension_loaded('intl')) {
    fwrite(STDERR, "the PHP extension intl is not installed (Debian: php-intl)\n");
    exit(2);
}

function asked(callable $convert): callable
{
    return with_flags(function ($text, $flags) use ($convert) {
        if ($text === '') throw new Skip('it takes no empty name');
        $convert($text, $flags, INTL_IDNA_VARIANT_UTS46, $info);
        return $info + ['errors' => -1];
    });
}

$to_ascii = asked('idn_to_ascii');
// A name that is longer than its buffer, of about 1,000 octets, has no result, whatever the request says about lengths.
$uts46 = ['params' => ['verify-dns-length' => [true]] + PARAMS, 'limits' => ['length' => 1000, 'unicode' => newest($to_ascii)]];
serve(['name' => 'PHP intl', 'version' => PHP_VERSION . ' with ICU ' . INTL_ICU_VERSION, 'language' => 'C++', 'url' => 'https://www.php.net/manual/book.intl.php'],
      ['to-ascii' => $to_ascii, 'to-unicode' => asked('idn_to_utf8')], ['idna' => 'strict'], $uts46);
