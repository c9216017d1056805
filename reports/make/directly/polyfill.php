<?php
// Calls Symfony's polyfill of the extension intl on code points.
require '/usr/share/php/Symfony/Polyfill/Intl/Idn/autoload.php';
$op = $argv[1];
$text = implode('', array_map(fn ($word) => mb_chr(hexdec($word)), array_slice($argv, 2)));
$class = 'Symfony\Polyfill\Intl\Idn\Idn';
try {
    $made = match ($op) {
        'encode' => (new ReflectionMethod($class, 'punycodeEncode'))->invoke(null, $text),
        'decode' => (new ReflectionMethod($class, 'punycodeDecode'))->invoke(null, $text),
        'to-ascii' => $class::idn_to_ascii($text, 2 | 4 | 8 | 16 | 32),
        'to-unicode' => $class::idn_to_utf8($text, 2 | 4 | 8 | 16 | 32),
    };
} catch (TypeError $e) {
    exit(70);
} catch (Exception $e) {
    exit(1);
}
if ($made === false) exit(1);
echo implode(' ', array_map(fn ($c) => dechex(mb_ord($c)), mb_str_split($made)));
