<?php

declare(strict_types=1);

// For projects without Composer, and for the tests of the kit.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'PaymentEmulator\\')) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('PaymentEmulator\\'))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
