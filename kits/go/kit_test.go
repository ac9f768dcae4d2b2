package paymentemulator_test

import (
	"os"
	"reflect"
	"testing"

	kit "payment-emulator/paymentemulator"
)

func TestMain(m *testing.M) { os.Exit(kit.Main(m)) }

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}
