<?php
// The Punycode and the host names of Symfony's polyfill of the extension intl.
require __DIR__ . '/frame.php';

$class = 'Symfony\Polyfill\Intl\Idn\Idn';
$files = array_filter(explode(':', getenv('ACEGATE_LIBRARIES') ?: ''), 'is_file'); // a version kept elsewhere
foreach ($files ?: array_filter(['/usr/share/php/Symfony/Polyfill/Intl/Idn/autoload.php'], 'is_file') as $file) {
    require $file;
}
if (!class_exists($class)) {
    fwrite(STDERR, "Symfony's polyfill is not installed (Debian: php-symfony-polyfill-intl-idn)\n");
    exit(2);
}
const CHECKS = 2 | 4 | 8 | 16 | 32; // STD 3, direction, joiners, nontransitional both ways

// Its Punycode is private, and refuses by an exception.
$private = fn ($name) => fn ($text) => (function () use ($class, $name, $text) {
    $method = new ReflectionMethod($class, $name);
    try {
        return $method->invoke(null, $text);
    } catch (TypeError $e) {
        throw $e;
    } catch (Exception $e) {
        return false;
    }
})();
$version = trim(shell_exec('dpkg-query -W -f \'${Version}\' php-symfony-polyfill-intl-idn 2>/dev/null') ?: 'unknown');
serve(['name' => 'Symfony polyfill-intl-idn', 'version' => $version, 'url' => 'https://github.com/symfony/polyfill'], [
    'encode' => $private('punycodeEncode'),
    'decode' => $private('punycodeDecode'),
    'to-ascii' => fn ($text) => $class::idn_to_ascii($text, CHECKS),
    'to-unicode' => fn ($text) => $class::idn_to_utf8($text, CHECKS),
], ['idna' => 'strict']);
