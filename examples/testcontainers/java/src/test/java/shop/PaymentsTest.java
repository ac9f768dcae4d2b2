package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

@Testcontainers
class PaymentsTest {
  // For webhooks to a server of the test: org.testcontainers.Testcontainers.exposeHostPorts(port) before the start, and
  // http://host.testcontainers.internal:{port}/… as the endpoint.
  @Container
  static final GenericContainer<?> EMULATOR =
      new GenericContainer<>(DockerImageName.parse("payment-emulator"))
          .withExposedPorts(4290)
          .waitingFor(Wait.forHttp("/health").forPort(4290));

  private final HttpClient http = HttpClient.newHttpClient();

  /** A separate world for each test: its base and auth address. */
  private final String world =
      "http://%s:%d/w/%s".formatted(EMULATOR.getHost(), EMULATOR.getMappedPort(4290), UUID.randomUUID());

  @Test
  void anExpiredTokenIsRefused() throws Exception {
    String token = token();
    assertEquals(200, get("/charges", token).statusCode());

    // A token lives for 10 minutes; advancing the clock replaces waiting.
    post("/_emulator/clock/advance", "application/json", "{\"by\": \"11m\"}", null);

    assertEquals(401, get("/charges", token).statusCode());
    assertEquals(200, get("/charges", token()).statusCode());
  }

  @Test
  void aCardIsDeclinedForLackOfFunds() throws Exception {
    String order =
        """
        {"amount": 1500, "currency": "NGN", "reference": "order-0001",
         "customer_id": "cus_adaobi0001", "payment_method_id": "pmd_card000001"}
        """;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(world + "/charges"))
            .header("Authorization", "Bearer " + token())
            .header("Content-Type", "application/json")
            .header("X-Scenario-Key", "issuer:insufficient_funds")
            .POST(BodyPublishers.ofString(order))
            .build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());

    assertEquals(201, response.statusCode());
    assertTrue(response.body().contains("\"code\":\"51\""));
  }

  private String token() throws Exception {
    String form = "grant_type=client_credentials&client_id=sandbox-client&client_secret=sandbox-secret";
    String path = "/realms/shop/protocol/openid-connect/token";
    String body = post(path, "application/x-www-form-urlencoded", form, null).body();
    Matcher matcher = Pattern.compile("\"access_token\":\"([^\"]+)\"").matcher(body);
    assertTrue(matcher.find(), body);
    return matcher.group(1);
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(world + path)).header("Authorization", "Bearer " + token).build();
    return http.send(request, BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String type, String body, String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(world + path))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body));
    if (token != null) request.header("Authorization", "Bearer " + token);
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
