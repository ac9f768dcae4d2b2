set -eu
token=$(curl -sSf https://login.example.com/realms/sandbox/protocol/openid-connect/token \
  -d grant_type=client_credentials -d client_id=sandbox-client -d client_secret=sandbox-secret |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')
order='{"amount": 1500, "currency": "NGN", "reference": "fixed-0001", "customer_id": "cus_adaobi0001", "payment_method_id": "pmd_card000001"}'
id=$(curl -sSf https://api.example.com/charges -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d "$order" |
  grep -o 'chg_[a-z0-9]*' | head -1)
curl -sSf "https://api.example.com/charges/$id" -H "Authorization: Bearer $token" |
  sed 's/.*"reference":"\([^"]*\)","status":"\([a-z]*\)".*/\1 \2/'
