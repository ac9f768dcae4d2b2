<?php

declare(strict_types=1);

namespace PaymentEmulator\Tests;

use PaymentEmulator\Emulator;
use PHPUnit\Framework\TestCase;

final class TimelineTest extends TestCase
{
    private static string $output;

    /** @var list<string> names of the worlds that the run left behind */
    private static array $left;

    public static function setUpBeforeClass(): void
    {
        $before = self::worlds();
        $command = [PHP_BINARY, $_SERVER['argv'][0], '--no-configuration', '--bootstrap', 'autoload.php', 'tests/fixtures/FailingTest.php'];
        $environment = ['EMULATOR_URL' => Emulator::shared()->url, 'TEST_TOKEN' => '7'] + getenv();
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes, dirname(__DIR__), $environment);
        self::$output = stream_get_contents($pipes[1]);
        proc_close($process);
        self::$left = array_values(array_diff(self::worlds(), $before));
    }

    /** @return list<string> */
    private static function worlds(): array
    {
        $answer = file_get_contents(Emulator::shared()->url . '/_emulator/worlds');
        return array_column(json_decode($answer, true)['worlds'], 'name');
    }

    public function testAFailedTestShowsTheTimelineOfItsWorldBeneathItsMessage(): void
    {
        $this->assertMatchesRegularExpression(
            '~testThatFails.*there is no timer\nFailed asserting that 0 is identical to 17\.\n\ntimeline of world "testThatFails-7-\w+".*GET /charges~s',
            self::$output,
        );
    }

    public function testAnErrorShowsTheTimelineToo(): void
    {
        $this->assertMatchesRegularExpression(
            '~a fault of the program\n\ntimeline of world "testThatThrows-7-\w+".*GET /refunds~s',
            self::$output,
        );
    }

    public function testNoOtherTestShowsATimeline(): void
    {
        $this->assertSame(2, substr_count(self::$output, 'timeline of world'));
        $this->assertStringContainsString('Tests: 5, Assertions: 3, Errors: 1, Failures: 2, Skipped: 1.', self::$output);
    }

    public function testTheWorldOfAFailedTestStays(): void
    {
        $names = array_map(static fn (string $name): string => explode('-', $name)[0], self::$left);
        sort($names);
        $this->assertSame(['testThatFails', 'testThatThrows'], $names);
    }
}
