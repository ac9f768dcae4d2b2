package paymentemulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PaymentEmulatorExtension.class)
class TwelveStepsTest {
  @Test
  void anOrderIsPaidDeclinedRetriedAndRefunded(World world) {
    world.freeze();
    world.receiveWebhooks();
    var bearer = Map.of("Authorization", "Bearer " + world.token());
    var customer = world.request("POST", "/customers", Map.of("email", "ada@example.com"), bearer).text("id");
    var card = Map.of("encrypted_card_number", "4242424242424242", "encrypted_expiry_month", "09",
        "encrypted_expiry_year", "32", "encrypted_cvv", "123", "nonce", "abcdefabcdef");
    var method = world.request("POST", "/payment-methods", Map.of("type", "card", "customer_id", customer, "card", card)).text("id");
    var order = Map.of("amount", 1500, "currency", "NGN", "customer_id", customer, "payment_method_id", method);
    var first = world.request("POST", "/charges", with(order, "reference", "order-1"), Map.of("X-Scenario-Key", "scenario:auth_pin"));
    assertEquals("requires_pin", first.text("next_action.type"));
    var pin = Map.of("type", "pin", "pin", Map.of("nonce", "abcdefghijkl", "encrypted_pin", "12345"));
    assertEquals("requires_otp", world.request("PUT", "/charges/" + first.text("id"), Map.of("authorization", pin)).text("next_action.type"));
    var otp = Map.of("type", "otp", "otp", Map.of("code", "123456"));
    assertEquals("succeeded", world.request("PUT", "/charges/" + first.text("id"), Map.of("authorization", otp)).text("status"));
    world.next("issuer:insufficient_funds", Map.of("reference", "order-2"));
  }

  static Map<String, Object> with(Map<String, Object> order, String name, Object value) {
    Map<String, Object> all = new HashMap<>(order);
    all.put(name, value);
    return all;
  }
}
