<?php

declare(strict_types=1);

namespace PaymentEmulator;

use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\TestCase;
use ReflectionProperty;
use Throwable;

/** For a PHPUnit test case: a world per test, and its timeline beneath the message of a test that fails. */
trait UsesPaymentEmulator
{
    private ?World $paymentWorld = null;

    /** The world of this test. It ends after a test that passes, and stays after one that fails. */
    protected function world(): World
    {
        $name = self::isPhpUnit9($this) ? $this->getName() : $this->nameWithDataSet();
        return $this->paymentWorld ??= Emulator::shared()->world($name);
    }

    /** @after */
    #[After]
    protected function endPaymentWorld(): void
    {
        $failed = self::isPhpUnit9($this) ? $this->hasFailed() : $this->status()->isFailure() || $this->status()->isError();
        if (!$failed) {
            [$world, $this->paymentWorld] = [$this->paymentWorld, null];
            $world?->end();
        }
    }

    /** `never` fits the return types of PHPUnit 9 (`void`) and later (`never`). */
    protected function onNotSuccessfulTest(Throwable $t): never
    {
        [$world, $this->paymentWorld] = [$this->paymentWorld, null];
        if ($world !== null) {
            try {
                $timeline = $world->timeline();
            } catch (EmulatorException $error) {
                $timeline = "the timeline is not available: {$error->getMessage()}";
            }
            $world->close();
            if (self::isPhpUnit9($this)) {
                // The message, because every report shows it. It can be set in no other way.
                $message = new ReflectionProperty($t instanceof \Error ? \Error::class : \Exception::class, 'message');
                $message->setValue($t, "{$t->getMessage()}\n\n$timeline");
            } else {
                // Later versions have reported the message by now.
                fwrite(STDERR, "\n{$this->nameWithDataSet()} failed: {$t->getMessage()}\n\n$timeline\n");
            }
        }
        throw $t;
    }

    private static function isPhpUnit9(TestCase $test): bool
    {
        return !method_exists($test, 'status');
    }
}
