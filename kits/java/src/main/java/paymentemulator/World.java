package paymentemulator;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The world of one test: no other test sees its charges, rules, webhooks or clock. Every method throws an {@link
 * EmulatorException} with the emulator's message if that refuses.
 */
public final class World implements AutoCloseable {
  private static final Duration USUAL_WAIT = Duration.ofSeconds(5);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String name;
  private final String url;
  private final boolean shared;
  private final Credentials credentials;
  private String accessToken;
  private Receiver receiver;

  /** Creates the world of a test or, if the name of one that all tests share is not empty, resets that. */
  World(String emulator, String sharedWorld, String test) {
    shared = !sharedWorld.isEmpty();
    name = shared ? sharedWorld : nameFor(test);
    url = emulator + "/w/" + name;
    if (shared) call("POST /_emulator/reset");
    credentials = Credentials.of(ask("GET /_emulator/credentials"));
  }

  /** The name of the test, reduced to what fits an address, and a suffix: other runs may use the same emulator. */
  private static String nameFor(String test) {
    String label = test.replaceAll("[^A-Za-z0-9]+", "-");
    String suffix = new BigInteger(50, RANDOM).toString(36);
    return (label.substring(0, Math.min(50, label.length())) + "-" + suffix).replaceAll("-+", "-");
  }

  /** Its name, made from the name of the test. */
  public String name() {
    return name;
  }

  /** The base and the auth address of the service, without a trailing slash. */
  public String url() {
    return url;
  }

  /** The credentials of the emulator; every world has the same. */
  public Credentials credentials() {
    return credentials;
  }

  /**
   * Moves the clock by a duration, such as {@code 10m}, and executes everything that falls due, deliveries of webhooks
   * included. Returns this world.
   */
  public World advance(String by) {
    call("POST /_emulator/clock/advance {by}", by);
    return this;
  }

  /** Stops the clock: from now on only {@link #advance} moves it. Returns this world. */
  public World freeze() {
    return freeze(null);
  }

  /** Stops the clock at an instant, such as {@code 2030-01-01T00:00:00Z}. Returns this world. */
  public World freeze(String at) {
    call("PUT /_emulator/clock {mode, now}", "frozen", at);
    return this;
  }

  /**
   * Applies a scenario key, such as {@code issuer:do_not_honor}, to the next request that creates what the key is about.
   * Returns this world.
   */
  public World next(String key) {
    return next(key, null);
  }

  /**
   * Applies a scenario key to the next request that meets the conditions, in the words of the control interface: method,
   * path, reference, customer_id, payment_method_id, payment_method, card, email, account_number, amount, cents, currency,
   * meta. Returns this world.
   */
  public World next(String key, Map<String, ?> when) {
    call("POST /_emulator/rules {key, when, count}", key, when, 1);
    return this;
  }

  /** Waits for an event with any reference. */
  public Event awaitEvent(String type) {
    return awaitEvent(type, null, USUAL_WAIT);
  }

  /** Waits for at most 5 seconds. */
  public Event awaitEvent(String type, String reference) {
    return awaitEvent(type, reference, USUAL_WAIT);
  }

  /**
   * Waits until an event of the type, such as {@code charge.completed}, exists, and returns the newest.
   *
   * @param reference that of the charge or transfer; null for any
   * @param timeout in real time, at most a minute
   */
  public Event awaitEvent(String type, String reference, Duration timeout) {
    return await(type, reference, timeout, "made");
  }

  /** Waits for an event with any reference. */
  public Event awaitDelivered(String type) {
    return awaitDelivered(type, null, USUAL_WAIT);
  }

  /** Waits for at most 5 seconds. */
  public Event awaitDelivered(String type, String reference) {
    return awaitDelivered(type, reference, USUAL_WAIT);
  }

  /**
   * Waits as {@link #awaitEvent(String, String, Duration)} does, until every webhook endpoint that is subscribed to the event
   * has answered 200. Fails if there is none.
   */
  public Event awaitDelivered(String type, String reference, Duration timeout) {
    return await(type, reference, timeout, "delivered");
  }

  private Event await(String type, String reference, Duration timeout, String until) {
    String operation = "GET /_emulator/webhooks/events?type&reference&until&wait";
    Data found = ask(operation, type, reference, until, timeout.toMillis() + "ms");
    return Event.of(Data.of(Data.of(((List<?>) found.get("events")).get(0)).get("event")));
  }

  /** Plays payer and merchant until the charge is final, and returns the charge. */
  public Data pay(String chargeId) {
    return pay(chargeId, null);
  }

  /** Pays, and lets the issuer answer with a processor response, such as {@code insufficient_funds}. */
  public Data pay(String chargeId, String processorResponse) {
    String operation = "POST /_emulator/charges/{id}/pay {processor_response}";
    return Data.of(ask(operation, chargeId, processorResponse).get("charge"));
  }

  /** What has happened so far, as text: requests, webhooks, clock and rules. */
  public String timeline() {
    return call("GET /_emulator/timeline");
  }

  /** Gets an access token for the first client of the credentials. */
  public String token() {
    Credentials.Client client = credentials.clients().get(0);
    Http.Call call =
        Http.Call.of(
            "POST /realms/{realm}/protocol/openid-connect/token {grant_type, client_id, client_secret}",
            "sandbox",
            "client_credentials",
            client.clientId(),
            client.clientSecret());
    Map<String, String> headers = Map.of("Content-Type", "application/x-www-form-urlencoded");
    String answer = Http.send(call.method(), url + call.target(), Http.form(call.body()), headers);
    return Data.of(Json.parse(answer)).text("access_token");
  }

  /** The header that applies a scenario key to the request itself. */
  public static Map<String, String> key(String key) {
    return Map.of("X-Scenario-Key", key);
  }

  /** Sends a request without headers of its own. */
  public Data request(String method, String path, Object body) {
    return request(method, path, body, Map.of());
  }

  /**
   * Sends a request to the service, with an access token, and returns the member {@code data} of the answer; the whole answer
   * if that is not an object.
   *
   * @param body {@link Data}, maps, lists, text, numbers and booleans; null for none
   * @param headers such as X-Scenario-Key
   */
  public synchronized Data request(String method, String path, Object body, Map<String, String> headers) {
    boolean fresh = accessToken == null;
    if (fresh) accessToken = token();
    Map<String, String> all = new HashMap<>();
    all.put("Authorization", "Bearer " + accessToken);
    if (body != null) all.put("Content-Type", "application/json");
    all.putAll(headers);
    try {
      String answer = Http.send(method, url + path, body == null ? null : Json.write(body), all);
      Data whole = Data.of(Json.parse(answer));
      return whole.get("data") instanceof Map ? Data.of(whole.get("data")) : whole;
    } catch (EmulatorException error) {
      if (error.status() != 401 || fresh) throw error;
      // The token may have expired on the clock that the test has advanced.
      accessToken = null;
      return request(method, path, body, headers);
    }
  }

  /** Starts a webhook endpoint on loopback that answers 200, and adds it to the world. Returns this world. */
  public World receiveWebhooks() {
    return receiveWebhooks("127.0.0.1");
  }

  /**
   * Receives webhooks on all interfaces of this machine, for an emulator that runs elsewhere, such as in a container. The host
   * is the name at which it reaches this machine. Returns this world.
   */
  public synchronized World receiveWebhooks(String host) {
    if (receiver == null) {
      receiver = new Receiver(host);
      call("POST /_emulator/webhooks/endpoints {url}", receiver.url());
    }
    return this;
  }

  /** The webhooks that have arrived so far, oldest first. */
  public synchronized List<Webhook> received() {
    if (receiver == null) throw new IllegalStateException("nothing can have arrived: call receiveWebhooks() first");
    return List.copyOf(receiver.received);
  }

  /** Those about the charge or transfer with this reference. */
  public List<Webhook> received(String reference) {
    return received().stream().filter(webhook -> webhook.data().text("reference").equals(reference)).toList();
  }

  /** Stops receiving webhooks and leaves the world as it is. */
  @Override
  public synchronized void close() {
    if (receiver != null) receiver.close();
  }

  /** Closes and deletes the world, unless all tests share it. */
  void end() {
    close();
    if (!shared) call("DELETE /_emulator/worlds/{name}", name);
  }

  private Data ask(String operation, Object... values) {
    return Data.of(Json.parse(call(operation, values)));
  }

  private String call(String operation, Object... values) {
    return Http.control(url, operation, values);
  }
}
