import json
import urllib.parse
import urllib.request

from order import form, order


def call(method, url, body=None, headers=None):
    request = urllib.request.Request(url, method=method, data=body, headers=headers or {})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


token = call(
    "POST",
    "https://login.example.com/realms/sandbox/protocol/openid-connect/token",
    urllib.parse.urlencode(form).encode(),
)["access_token"]
headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
created = call("POST", "https://api.example.com/charges", json.dumps(order).encode(), headers)["data"]
read = call("GET", "https://api.example.com/charges/" + created["id"], headers=headers)["data"]
print(read["reference"], read["status"])
