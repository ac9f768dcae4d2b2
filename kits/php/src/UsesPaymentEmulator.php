<?php

declare(strict_types=1);

namespace PaymentEmulator;

use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\IncompleteTest;
use PHPUnit\Framework\SkippedTest;
use ReflectionProperty;
use Throwable;

/** For a PHPUnit test case: a world per test, and its timeline in the message of a test that fails. */
trait UsesPaymentEmulator
{
    private ?World $paymentWorld = null;

    /** The world of this test. It ends after a test that passes, and stays after one that fails. */
    protected function world(): World
    {
        // PHPUnit 10 has renamed getName.
        $name = method_exists($this, 'nameWithDataSet') ? $this->nameWithDataSet() : $this->getName();
        return $this->paymentWorld ??= Emulator::shared()->world($name);
    }

    /** @after */
    #[After]
    protected function endPaymentWorld(): void
    {
        $passed = method_exists($this, 'status') ? $this->status()->isSuccess() || $this->status()->isUnknown() : !$this->hasFailed();
        if ($passed) {
            $world = $this->paymentWorld;
            $this->paymentWorld = null;
            $world?->end();
        }
    }

    /** `never` fits the return types of PHPUnit 9 (`void`) and later (`never`). */
    protected function onNotSuccessfulTest(Throwable $t): never
    {
        $world = $this->paymentWorld;
        $this->paymentWorld = null;
        if ($world !== null && !$t instanceof SkippedTest && !$t instanceof IncompleteTest) {
            try {
                $timeline = $world->timeline();
            } catch (EmulatorException $error) {
                $timeline = "not available: {$error->getMessage()}";
            }
            // The message, because every printer and report of PHPUnit shows it. It can be set in no other way.
            $message = new ReflectionProperty($t instanceof \Error ? \Error::class : \Exception::class, 'message');
            $message->setAccessible(true);
            $message->setValue($t, "{$t->getMessage()}\n\nTimeline of world $world->name:\n\n$timeline");
        }
        $world?->close();
        throw $t;
    }
}
