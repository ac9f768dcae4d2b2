package paymentemulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PaymentEmulatorExtension.class)
class WorldTest {
  private static Map<String, Object> order(String method) {
    return Map.of(
        "amount", 1500, "currency", "NGN", "reference", "order-1",
        "customer_id", "cus_adaobi0001", "payment_method_id", method);
  }

  private static void assertContains(String text, String part) {
    assertTrue(text.contains(part), () -> "no \"" + part + "\" in: " + text);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void testsInParallelMayUseTheSameReference(int number, World world) {
    assertEquals("succeeded", world.request("POST", "/charges", order("pmd_card000001")).text("status"));
  }

  @Test
  void aWorldIsNamedAfterItsTest(World world) {
    assertTrue(world.name().matches("WorldTest-aWorldIsNamedAfterItsTest-[a-z0-9]+"), world.name());
    assertTrue(world.url().endsWith("/w/" + world.name()), world.url());
  }

  @Test
  void theCredentialsAreThoseOfTheEmulator(World world) {
    Credentials credentials = world.credentials();
    assertEquals("sandbox-client", credentials.clients().get(0).clientId());
    assertEquals(List.of("sk_sandbox"), credentials.secretKeys());
    assertTrue(credentials.webhookSecret().startsWith("whsec_"));
    assertEquals(44, credentials.encryptionKey().length());
    assertEquals(24, credentials.v3EncryptionKey().length());
  }

  @Test
  void anExpiredTokenIsReplaced(World world) {
    world.request("GET", "/charges", null);
    world.advance("11m");
    assertEquals(List.of(), world.request("GET", "/charges", null).get("data"));
  }

  @Test
  void aFrozenClockStandsAtTheInstant(World world) {
    world.freeze("2030-01-01T00:00:00Z");
    Data charge = world.request("POST", "/charges", order("pmd_card000001"));
    assertEquals("2030-01-01T00:00:00.000Z", charge.text("created_datetime"));
  }

  @Test
  void payTakesTheAnswerOfTheIssuer(World world) {
    String id = world.request("POST", "/charges", order("pmd_wallet0001")).text("id");
    Data paid = world.pay(id, "do_not_honor");
    assertEquals("failed", paid.text("status"));
    assertEquals("do_not_honor", paid.text("processor_response.type"));
    assertEquals("order-1", world.awaitEvent("charge.completed").data().text("reference"));
  }

  @Test
  void aRefusalIsThrownWithTheMessageOfTheEmulator(World world) {
    EmulatorException error =
        assertThrows(EmulatorException.class, () -> world.next("issuer:insuficient_funds"));
    assertEquals(400, error.status());
    assertContains(error.getMessage(), "/_emulator/rules answered 400: ");
    assertContains(error.getMessage(), "issuer:insufficient_funds");
    assertContains(error.body(), "validation_errors");
  }

  @Test
  void awaitDeliveredFailsIfNoEndpointIsSubscribed(World world) {
    world.request("POST", "/charges", order("pmd_card000001"));
    EmulatorException error =
        assertThrows(
            EmulatorException.class,
            () -> world.awaitDelivered("charge.completed", "order-1", Duration.ofMillis(1)));
    assertContains(error.getMessage(), "no endpoint is subscribed");
  }

  @Test
  void anAddressOfAWorldIsUsedByEveryTestAfterAReset(World world) {
    Emulator emulator = Emulator.connect(world.url() + "/");
    for (String test : List.of("one", "two")) {
      World same = emulator.world(test);
      assertEquals(world.url(), same.url());
      same.request("POST", "/charges", order("pmd_card000001"));
    }
  }

  @Test
  void webhooksArriveAtTheHostThatIsNamed(World world) {
    world.receiveWebhooks("localhost").request("POST", "/charges", order("pmd_card000001"));
    Event event = world.advance("2s").awaitDelivered("charge.completed", "order-1");
    Webhook arrived = world.received().get(0);
    assertEquals(event.id(), arrived.id());
    assertEquals("charge.completed", arrived.type());
    assertTrue(arrived.headers().containsKey("x-webhook-signature"), arrived.headers().toString());
    assertEquals(List.of(), world.received("order-2"));
  }

  @Test
  void anEmulatorThatDoesNotAnswerIsNamed() {
    EmulatorException error =
        assertThrows(EmulatorException.class, () -> Emulator.connect("http://127.0.0.1:1/"));
    assertContains(error.getMessage(), "no answer from http://127.0.0.1:1/");
    assertContains(error.getMessage(), "Is payment-emulator running there? EMULATOR_URL is http://127.0.0.1:1/;");
  }
}
