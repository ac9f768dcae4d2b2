<?php

declare(strict_types=1);

namespace PaymentEmulator\Tests;

use PaymentEmulator\EmulatorException;
use PaymentEmulator\UsesPaymentEmulator;
use PHPUnit\Framework\TestCase;

final class WorldTest extends TestCase
{
    use UsesPaymentEmulator;

    private const ORDER = [
        'customer_id' => 'cus_adaobi0001',
        'payment_method_id' => 'pmd_card000001',
        'amount' => 1500,
        'currency' => 'NGN',
    ];

    /** @param array<string, string> $headers */
    private function charge(string $reference, array $headers = []): array
    {
        return $this->world()->request('POST', '/charges', self::ORDER + ['reference' => $reference], $headers);
    }

    /** Runs something that must be refused and returns the refusal. */
    private function refusal(callable $what): EmulatorException
    {
        try {
            $what();
        } catch (EmulatorException $error) {
            return $error;
        }
        $this->fail('it was not refused');
    }

    public static function references(): iterable
    {
        yield 'plain' => ['order-1'];
        yield 'with "blanks" [é]' => ['order-2'];
    }

    /** @dataProvider references */
    #[\PHPUnit\Framework\Attributes\DataProvider('references')]
    public function testEveryTestHasAWorldOfItsOwn(string $reference): void
    {
        $this->assertMatchesRegularExpression('/^testEveryTestHasAWorldOfItsOwn-[A-Za-z0-9-]+$/', $this->world()->name);
        $this->assertLessThanOrEqual(64, strlen($this->world()->name));
        $this->assertSame([], $this->world()->request('GET', '/charges'));
        $this->charge('taken-once');
    }

    public function testAWorldThatTheTestDoesNotUseEndsWithoutAnError(): void
    {
        $this->assertNotSame('', $this->world()->name);
    }

    public function testCredentialsAndAddressServeAProgram(): void
    {
        $world = $this->world();
        $this->assertSame('sandbox-client', $world->credentials()['clients'][0]['client_id']);
        $this->assertStringEndsWith("/w/$world->name", $world->url());
    }

    public function testTheClockIsFrozenAndAdvanced(): void
    {
        $world = $this->world();
        $this->assertSame('2030-01-01T00:00:00.000Z', $world->freeze('2030-01-01T00:00:00Z')['now']);
        $this->assertSame('2030-01-01T00:10:00.000Z', $world->advance('10m')['now']);
        $this->assertSame('2030-01-01T00:10:00.000Z', $world->freeze()['now']);
    }

    public function testNextAppliesToOneRequestThatMatches(): void
    {
        $this->world()->next('issuer:do_not_honor', ['reference' => 'order-2']);
        $statuses = array_map(fn (int $n): string => $this->charge("order-$n")['status'], [1, 2, 3]);
        $this->assertSame(['succeeded', 'failed', 'succeeded'], $statuses);
    }

    public function testNextWithoutAConditionAppliesToTheNextCharge(): void
    {
        $this->world()->next('issuer:do_not_honor');
        $this->assertSame('failed', $this->charge('order-1')['status']);
        $this->assertSame('succeeded', $this->charge('order-2')['status']);
    }

    public function testAnEventIsAwaitedByTypeAndReference(): void
    {
        $this->charge('order-1');
        $this->charge('order-2');
        $this->assertSame('order-1', $this->world()->awaitEvent('charge.completed', 'order-1')['data']['reference']);
        $this->assertSame('order-2', $this->world()->awaitEvent('charge.completed')['data']['reference']);
    }

    public function testAnEventThatDoesNotComeIsAnErrorThatSaysWhatCame(): void
    {
        $this->charge('order-1');
        $error = $this->refusal(fn () => $this->world()->awaitEvent('charge.completed', 'order-9', timeout: '10ms'));
        $this->assertSame(408, $error->status);
        $this->assertStringContainsString('order-1', $error->getMessage());
    }

    public function testADeliveryWithoutAnEndpointIsAnErrorThatSaysWhatToDo(): void
    {
        $this->charge('order-1');
        $error = $this->refusal(fn () => $this->world()->awaitDelivered('charge.completed', timeout: '10ms'));
        $this->assertMatchesRegularExpression('/no endpoint is subscribed to it; .* adds an endpoint/', $error->getMessage());
    }

    public function testAReceivedWebhookHasTheBytesThatAreSigned(): void
    {
        $world = $this->world();
        $url = $world->receiveWebhooks();
        $this->assertSame($url, $world->receiveWebhooks());
        $this->assertSame([], $world->received());
        $this->charge('order-1');
        $world->advance('2s');
        $event = $world->awaitDelivered('charge.completed');
        [$webhook] = $world->received();
        $this->assertEquals($event, $webhook->event);
        $signature = base64_encode(hash_hmac('sha256', $webhook->body, $world->credentials()['webhook_secret'], true));
        $this->assertSame($signature, $webhook->headers['x-webhook-signature']);
        $this->assertSame('charge.completed', $webhook->type);
    }

    public function testTheAddressOfAReceiverMayNameThisMachineForAContainer(): void
    {
        $this->assertStringStartsWith('http://host.example:', $this->world()->receiveWebhooks('host.example'));
    }

    public function testPayTakesAChargeToTheResponseThatIsAskedFor(): void
    {
        $this->charge('order-1', ['X-Scenario-Key' => 'scenario:auth_pin']);
        $this->charge('order-2', ['X-Scenario-Key' => 'scenario:auth_pin']);
        $this->assertSame('succeeded', $this->world()->pay('order-1')['status']);
        $declined = $this->world()->pay('order-2', processorResponse: 'do_not_honor');
        $this->assertSame('do_not_honor', $declined['processor_response']['type']);
    }

    public function testTheTimelineListsWhatTheTestDid(): void
    {
        $this->charge('order-1');
        $this->assertStringContainsString('order-1', $this->world()->timeline());
    }

    public function testARefusedRequestIsAnErrorWithTheMessageOfTheService(): void
    {
        $wrong = ['currency' => 'XXX', 'reference' => 'order-1'] + self::ORDER;
        $error = $this->refusal(fn () => $this->world()->request('POST', '/charges', $wrong));
        $this->assertMatchesRegularExpression('~/charges answered 400: .*currency: must be~', $error->getMessage());
        $this->assertSame('REQUEST_NOT_VALID', $error->body['error']['type']);
    }

    public function testARefusedControlCallIsAnErrorWithTheMessageOfTheEmulator(): void
    {
        $error = $this->refusal(fn () => $this->world()->next('issuer:insufficient_fund'));
        $this->assertStringContainsString('issuer:insufficient_funds', $error->getMessage());
    }

    public function testATokenThatHasExpiredIsRenewed(): void
    {
        $this->world()->request('GET', '/charges');
        $this->world()->advance('1h');
        $this->assertSame([], $this->world()->request('GET', '/charges'));
    }
}
