<?php

declare(strict_types=1);

namespace PaymentEmulator\Tests;

use PaymentEmulator\Emulator;
use PaymentEmulator\EmulatorException;
use PHPUnit\Framework\TestCase;

final class EmulatorTest extends TestCase
{
    private const VARIABLES = ['EMULATOR_URL', 'EMULATOR_COMMAND', 'EMULATOR_WORLD', 'EMULATOR_CONTROL_TOKEN'];

    /** @var array<string, string|false> */
    private array $before;

    protected function setUp(): void
    {
        $this->before = array_combine(self::VARIABLES, array_map('getenv', self::VARIABLES));
    }

    protected function tearDown(): void
    {
        foreach ($this->before as $name => $value) {
            putenv($value === false ? $name : "$name=$value");
        }
    }

    public function testWithoutAnAddressAnEmulatorIsStartedAndStopped(): void
    {
        putenv('EMULATOR_URL');
        $emulator = Emulator::start();
        $this->assertTrue($emulator->started());
        $this->assertNotSame('', $emulator->world()->token());
        $emulator->close();
        $this->expectException(EmulatorException::class);
        $this->expectExceptionMessageMatches('/no answer from .* Is payment-emulator running there\?/');
        $emulator->credentials();
    }

    public function testWithAnAddressTheEmulatorThereIsUsedAndLeftRunning(): void
    {
        $url = Emulator::shared()->url;
        putenv("EMULATOR_URL=$url/");
        $emulator = Emulator::start();
        $this->assertFalse($emulator->started());
        $this->assertSame($url, $emulator->url);
        $emulator->close();
        $this->assertNotEmpty(Emulator::shared()->credentials()['secret_keys']);
    }

    public function testAnAddressWithoutAnEmulatorIsAnErrorThatSaysWhatToDo(): void
    {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        $address = stream_socket_get_name($server, false);
        fclose($server);
        putenv("EMULATOR_URL=http://$address");
        $this->expectException(EmulatorException::class);
        $this->expectExceptionMessageMatches('/refused.*EMULATOR_URL is .*start an emulator there, or unset it/');
        Emulator::start();
    }

    public static function commands(): iterable
    {
        yield 'missing' => ['no-such-program "a b"', "/cannot start 'no-such-program .*: no such program. .*on the PATH, set EMULATOR_COMMAND/"];
        yield 'failing' => ['%s --seeed 1', '/did not start an emulator .exit code 2.: .*--seed/'];
        yield 'no emulator' => [PHP_BINARY . ' -r "echo 42;" --', '/did not start an emulator .*: 42/'];
    }

    /** @dataProvider commands */
    #[\PHPUnit\Framework\Attributes\DataProvider('commands')]
    public function testACommandThatStartsNoEmulatorIsAnErrorThatSaysWhy(string $command, string $message): void
    {
        putenv('EMULATOR_URL');
        putenv('EMULATOR_COMMAND=' . sprintf($command, getenv('EMULATOR_COMMAND')));
        $this->expectException(EmulatorException::class);
        $this->expectExceptionMessageMatches($message);
        Emulator::start();
    }

    public static function variables(): iterable
    {
        yield ['EMULATOR_WORLD', '%s', 'shared-a'];
        yield ['EMULATOR_URL', '%s/w/shared-b', 'shared-b'];
    }

    /** @dataProvider variables */
    #[\PHPUnit\Framework\Attributes\DataProvider('variables')]
    public function testAWorldFromTheEnvironmentServesEveryTestAndIsResetBeforeEach(string $variable, string $url, string $name): void
    {
        putenv('EMULATOR_URL=' . sprintf($url, Emulator::shared()->url));
        putenv($variable === 'EMULATOR_WORLD' ? "EMULATOR_WORLD=$name" : 'EMULATOR_WORLD');
        $emulator = Emulator::start();
        $first = $emulator->world('first');
        $first->request('POST', '/customers', ['email' => 'ada@example.com']);
        $this->assertSame($name, $first->name);
        $again = $emulator->world('second');
        $this->assertSame([], $again->request('GET', '/customers?email=ada@example.com'));
    }

    public function testTheControlTokenOfTheEnvironmentIsSent(): void
    {
        putenv('EMULATOR_URL');
        putenv('EMULATOR_CONTROL_TOKEN=made-up-token');
        $emulator = Emulator::start();
        $this->assertSame(0, $emulator->world()->advance('1s')['total']);
        putenv('EMULATOR_CONTROL_TOKEN');
        putenv("EMULATOR_URL=$emulator->url");
        try {
            Emulator::start()->world()->advance('1s');
            $this->fail('it was not refused');
        } catch (EmulatorException $error) {
            $this->assertSame(401, $error->status);
        } finally {
            $emulator->close();
        }
    }
}
