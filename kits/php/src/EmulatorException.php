<?php

declare(strict_types=1);

namespace PaymentEmulator;

use RuntimeException;
use Throwable;

/** The emulator refused a request or did not answer. The message says what was wrong and what to do. */
final class EmulatorException extends RuntimeException
{
    /**
     * @param int|null $status HTTP status of the answer; null if there was none
     * @param mixed $body body of the answer: parsed JSON, or text if it is not JSON
     */
    public function __construct(
        string $message,
        public readonly ?int $status = null,
        public readonly mixed $body = null,
        ?Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
