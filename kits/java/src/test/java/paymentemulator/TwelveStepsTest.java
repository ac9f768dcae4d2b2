package paymentemulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PaymentEmulatorExtension.class)
class TwelveStepsTest {
  @Test
  void anOrderIsPaidDeclinedRetriedAndRefunded(World world) {
    world.freeze().receiveWebhooks();
    var bearer = Map.of("Authorization", "Bearer " + world.token());
    var customer = world.request("POST", "/customers", Map.of("email", "ada@example.com"), bearer).text("id");
    var card = Map.of("encrypted_card_number", "4242424242424242", "encrypted_expiry_month", "09",
        "encrypted_expiry_year", "32", "nonce", "abcdefabcdef");
    var wanted = Map.of("type", "card", "customer_id", customer, "card", card);
    var method = world.request("POST", "/payment-methods", wanted).text("id");
    var order = new Data(Map.of("amount", 1500, "currency", "NGN", "customer_id", customer, "payment_method_id", method));
    var first = world.request("POST", "/charges", order.with("reference", "order-1"), World.key("scenario:auth_pin"));
    assertEquals("requires_pin", first.text("next_action.type"));
    var pin = Map.of("authorization", Map.of("type", "pin", "pin", Map.of("nonce", "abcdefghijkl", "encrypted_pin", "12345")));
    assertEquals("requires_otp", world.request("PUT", "/charges/" + first.text("id"), pin).text("next_action.type"));
    var otp = Map.of("authorization", Map.of("type", "otp", "otp", Map.of("code", "123456")));
    assertEquals("succeeded", world.request("PUT", "/charges/" + first.text("id"), otp).text("status"));
    world.next("issuer:insufficient_funds", Map.of("reference", "order-2"));
    var declined = world.request("POST", "/charges", order.with("reference", "order-2"));
    assertEquals("insufficient_funds", declined.text("processor_response.type"));
    var duplicate = World.key("scenario:auth_pin&webhook:duplicate");
    var retried = world.request("POST", "/charges", order.with("reference", "order-3"), duplicate).text("id");
    assertEquals("succeeded", world.pay(retried).text("status"));
    var paid = world.advance("2s").awaitDelivered("charge.completed", "order-3");
    assertEquals("succeeded", paid.data().text("status"));
    assertEquals(List.of(paid.id(), paid.id()), world.received("order-3").stream().map(Webhook::id).toList());
    assertEquals("pending", world.request("POST", "/refunds", Map.of("charge_id", retried, "amount", 1500)).text("status"));
    assertEquals("succeeded", world.advance("5s").awaitDelivered("refund.completed", "order-3").data().text("status"));
  }
}
