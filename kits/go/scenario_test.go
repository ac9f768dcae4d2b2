package paymentemulator_test

import (
	"testing"

	kit "payment-emulator/paymentemulator"
)

type object = map[string]any

func key(scenario string) map[string]string { return map[string]string{"X-Scenario-Key": scenario} }

func equal(t *testing.T, got, want any) {
	t.Helper()
	if got != want {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func TestTwelveSteps(t *testing.T) {
	t.Parallel()
	world := kit.New(t)
	world.Freeze()
	world.ReceiveWebhooks()
	equal(t, len(world.Token()) > 100, true)                                                       // 1
	customer := world.Request("POST", "/customers", object{"email": "ada@example.com"}).Text("id") // 2
	card := world.Request("POST", "/payment-methods", object{"type": "card", "customer_id": customer, "card": object{
		"encrypted_card_number": "4242424242424242", "encrypted_expiry_month": "09", "encrypted_expiry_year": "32",
		"encrypted_cvv": "123", "nonce": "abcdefabcdef"}}).Text("id") // 3
	charge := func(reference string, headers ...map[string]string) kit.Data {
		return world.Request("POST", "/charges", object{"amount": 1500, "currency": "NGN", "reference": reference,
			"customer_id": customer, "payment_method_id": card}, headers...)
	}
	first := charge("order-1", key("scenario:auth_pin")) // 4
	equal(t, first.Text("next_action.type"), "requires_pin")
	authorize := func(authorization object) kit.Data {
		return world.Request("PUT", "/charges/"+first.Text("id"), object{"authorization": authorization})
	}
	equal(t, authorize(object{"type": "pin", "pin": object{"nonce": "abcdefghijkl", "encrypted_pin": "12345"}}).Text("next_action.type"), "requires_otp")
	equal(t, authorize(object{"type": "otp", "otp": object{"code": "123456"}}).Text("status"), "succeeded")
	world.Next("issuer:insufficient_funds", kit.When{"reference": "order-2"})
	equal(t, charge("order-2").Text("processor_response.type"), "insufficient_funds")
	retried := charge("order-3", key("scenario:auth_pin&webhook:duplicate")).Text("id")
	equal(t, world.Pay(retried).Text("status"), "succeeded")
	world.Advance("2s")
	equal(t, world.AwaitDelivered("charge.completed", kit.For{Reference: "order-3"}).Data.Text("status"), "succeeded")
	received := world.Received()
	equal(t, received[len(received)-1].ID, received[len(received)-2].ID)
	refund := world.Request("POST", "/refunds", object{"charge_id": retried, "amount": 1500})
	equal(t, refund.Text("status"), "pending")
	world.Advance("5s")
	equal(t, world.AwaitDelivered("refund.completed", kit.For{Reference: "order-3"}).Data.Text("status"), "succeeded")
}
