<?php

declare(strict_types=1);

namespace PaymentEmulator;

/** An emulator as a child process, on a free port. It ends with this process at the latest. */
final class EmulatorProcess
{
    /** Seconds until an emulator must have printed its address, and until it must have stopped. */
    private const START_TIMEOUT = 30;
    private const STOP_TIMEOUT = 10;

    /** Its address. */
    public readonly string $url;

    /** @var resource|null */
    private $process;

    public function __construct(string $command)
    {
        // The emulator reports variables that it does not know.
        $environment = array_diff_key(getenv(), ['EMULATOR_COMMAND' => '']);
        // A file, because a pipe that nobody reads would fill up.
        $complaints = tmpfile();
        $words = [...self::words($command), '--port', '0'];
        $process = @proc_open($words, [['file', '/dev/null', 'r'], ['pipe', 'w'], $complaints], $pipes, null, $environment);
        if ($process === false) {
            throw self::cannotStart($command, error_get_last()['message'] ?? 'proc_open failed');
        }
        $this->process = $process;
        register_shutdown_function($this->stop(...));
        [$read, $none] = [[$pipes[1]], null];
        $ready = stream_select($read, $none, $none, self::START_TIMEOUT) ? (string) fgets($pipes[1]) : '';
        $url = json_decode($ready, true)['url'] ?? null;
        if (!is_string($url)) {
            // A process that has closed its output is about to exit, and its exit code says why.
            $code = $this->stop(terminate: $ready !== '');
            rewind($complaints);
            $said = substr(trim($ready . stream_get_contents($complaints)), -2000);
            // 127: the program was not found, as in a shell.
            throw $code === 127 ? self::cannotStart($command, $said ?: 'no such program') : new EmulatorException(
                "'$command' did not start an emulator (exit code $code): " . ($said ?: 'it printed nothing'),
            );
        }
        $this->url = $url;
    }

    /** Ends it with SIGTERM, so that it can write its report. Returns its exit code. */
    public function stop(bool $terminate = true): int
    {
        if ($this->process === null) {
            return -1;
        }
        $end = microtime(true) + self::STOP_TIMEOUT;
        $status = proc_get_status($this->process);
        if ($status['running'] && $terminate) {
            proc_terminate($this->process);
        }
        while ($status['running'] && microtime(true) < $end) {
            usleep(5_000);
            $status = proc_get_status($this->process);
        }
        if ($status['running']) {
            proc_terminate($this->process, 9);
        }
        proc_close($this->process);
        $this->process = null;
        return $status['exitcode'];
    }

    private static function cannotStart(string $command, string $reason): EmulatorException
    {
        return new EmulatorException(
            "cannot start '$command': $reason. Put payment-emulator on the PATH, set EMULATOR_COMMAND to the command that "
            . 'starts it, or EMULATOR_URL to the address of one that runs.',
        );
    }

    /**
     * Splits a command at blanks; quotes keep a word with blanks together.
     *
     * @return list<string>
     */
    private static function words(string $command): array
    {
        preg_match_all('/(?:[^\s"\']+|"[^"]*"|\'[^\']*\')+/', $command, $found);
        return array_map(static fn (string $word): string => preg_replace('/"([^"]*)"|\'([^\']*)\'/', '$1$2', $word), $found[0]);
    }
}
