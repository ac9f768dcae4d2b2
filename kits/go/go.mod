module payment-emulator/paymentemulator

go 1.19
