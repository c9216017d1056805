<?php
// The Punycode and the host names of Symfony's polyfill of the extension intl.
require __DIR__ . '/frame.php';
require __DIR__ . '/uts46-frame.php';

$class = 'Symfony\Polyfill\Intl\Idn\Idn';
$files = array_filter(explode(':', getenv('ACEGATE_LIBRARIES') ?: ''), 'is_file'); // a version kept elsewhere
foreach ($files ?: array_filter(['/usr/share/php/Symfony/Polyfill/Intl/Idn/autoload.php'], 'is_file') as $file) {
    require $file;
}
if (!class_exists($class)) {
    fwrite(STDERR, "Symfony's polyfill is not installed (Debian: php-symfony-polyfill-intl-idn)\n");
    exit(2);
}
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
$named = fn ($name) => with_flags(function ($text, $flags) use ($class, $name) {
    $class::$name($text, $flags, $class::INTL_IDNA_VARIANT_UTS46, $info);
    return $info;
});
$version = trim(shell_exec('dpkg-query -W -f \'${Version}\' php-symfony-polyfill-intl-idn 2>/dev/null') ?: 'unknown');
serve(['name' => 'Symfony polyfill-intl-idn', 'version' => $version, 'url' => 'https://github.com/symfony/polyfill'], [
    'encode' => $private('punycodeEncode'),
    'decode' => $private('punycodeDecode'),
    'to-ascii' => $named('idn_to_ascii'),
    'to-unicode' => $named('idn_to_utf8'),
], ['idna' => 'strict'], ['params' => PARAMS, 'limits' => ['unicode' => newest($named('idn_to_ascii'))]]);
