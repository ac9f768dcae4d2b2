# Python's standard library only. THREADS=0: one request at a time, so it cannot answer a webhook while it charges.
# Mistakes: ships_each, no_signature, error_is_failure.
import base64, hashlib, hmac, json, os, threading, time, urllib.error, urllib.parse, urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

env = os.environ
API, MISTAKE = env["PAYMENT_API"], env.get("MISTAKE", "")
FILE = env.get("DATA") or "/tmp/py-%s-%s.json" % (env["PORT"], hashlib.md5(API.encode()).hexdigest())
orders = json.load(open(FILE)) if os.path.exists(FILE) else {}
lock = threading.RLock()
token = {"until": 0}


def save():
    with open(FILE + ".new", "w") as file:
        json.dump(orders, file)
    os.replace(FILE + ".new", FILE)


def http(method, url, body=None, headers={}):
    request = urllib.request.Request(url, data=body, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=15) as response:
        return json.load(response)


def bearer(fresh=False):
    if fresh or time.time() > token["until"]:
        form = {"grant_type": "client_credentials", "client_id": env["CLIENT_ID"], "client_secret": env["CLIENT_SECRET"]}
        answer = http("POST", env["PAYMENT_AUTH"] + "/realms/py/protocol/openid-connect/token", urllib.parse.urlencode(form).encode())
        token.update(value=answer["access_token"], until=time.time() + answer["expires_in"] - 60)
    return token["value"]


def call(method, path, body=None, key=None):
    """Three tries; the token is renewed after a 401."""
    for n in range(3):
        try:
            headers = {"Authorization": "Bearer " + bearer(), "Content-Type": "application/json"}
            if key:
                headers["X-Idempotency-Key"] = key
            return http(method, API + path, body and json.dumps(body).encode(), headers)["data"]
        except urllib.error.HTTPError as error:
            if error.code == 401:
                token["until"] = 0
            elif error.code < 500 and error.code != 429 or n == 2 or MISTAKE == "error_is_failure":
                raise
            time.sleep(float(error.headers.get("Retry-After") or 0.05))
        except (OSError, ValueError):
            if n == 2 or MISTAKE == "error_is_failure":
                raise
            time.sleep(0.05)
    raise OSError("no token is accepted")


def settle(order, charge):
    with lock:
        if charge["status"] == "succeeded" and (order["status"] == "pending" or MISTAKE == "ships_each"):
            order["status"] = "paid"
            order["shipments"].append(time.time())
        elif charge["status"] == "failed" and order["status"] == "pending":
            order["status"] = "failed"
        save()


def pay(id, body):
    with lock:
        order = orders.setdefault(id, dict(body, id=id, status="pending", shipments=[], charge=None))
        save()
    if order["charge"] or order["status"] != "pending":
        return 200, order
    try:
        charge = call("POST", "/charges", {
            "amount": order["amount"], "currency": order["currency"], "reference": id + "-py",
            "customer_id": env["CUSTOMER_ID"], "payment_method_id": env["PAYMENT_METHOD_ID"],
            "redirect_url": env["SHOP_URL"] + "/orders/" + id + "/thanks",
        }, "python-shop-" + id)
    except (OSError, ValueError):
        if MISTAKE == "error_is_failure":
            order["status"] = "failed"
            save()
        return 503, {"error": "try again"}
    order["charge"] = charge["id"]
    if MISTAKE != "ships_each":
        settle(order, charge)
    save()
    return 200, order


def webhook(raw, signature):
    expected = base64.b64encode(hmac.new(env["WEBHOOK_SECRET"].encode(), raw, hashlib.sha256).digest()).decode()
    if MISTAKE != "no_signature" and not hmac.compare_digest(expected, signature or ""):
        return 401, {}
    event = json.loads(raw)
    order = orders.get(str(event["data"].get("reference"))[:-3])
    if event["type"] == "charge.completed" and order:
        settle(order, event["data"] if MISTAKE == "no_signature" else call("GET", "/charges/" + event["data"]["id"]))
    return 200, {}


class Handler(BaseHTTPRequestHandler):
    def handle_any(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = self.path.split("?")[0].strip("/").split("/")
        try:
            if parts == ["health"]:
                status, body = 200, {}
            elif parts == ["webhooks"]:
                status, body = webhook(raw, self.headers.get("X-Webhook-Signature"))
            elif len(parts) == 3 and parts[2] == "pay":
                status, body = pay(parts[1], json.loads(raw))
            elif parts[0] == "orders" and parts[1] in orders:
                status, body = 200, orders[parts[1]]
            else:
                status, body = 404, {}
        except Exception as error:
            status, body = 500, {"error": repr(error)}
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = handle_any

    def log_message(self, *_):
        pass


(HTTPServer if env.get("THREADS") == "0" else ThreadingHTTPServer)(("127.0.0.1", int(env["PORT"])), Handler).serve_forever()
