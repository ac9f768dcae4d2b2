package paymentemulator;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests to the emulator, and errors with its messages. */
final class Http {
  /** Longer than the longest wait for an event, which is a minute. */
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private static final Pattern PARAMETER = Pattern.compile("\\{\\w+\\}");

  // No proxy: the emulator is near, and proxies are for the program under test.
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY).build();

  private Http() {}

  /** A request that an operation describes; body is null if it has none. */
  record Call(String method, String target, Map<String, Object> body) {

    /**
     * Takes an operation apart: a method, a path and, if there are any, the names of query parameters ({@code ?a&b}) and of
     * the members of the body ({@code {a, b}}). The values are for these places, from left to right. Null leaves out a query
     * parameter or a member.
     */
    static Call of(String operation, Object... values) {
      // A deque would refuse null.
      Deque<Object[]> rest = new ArrayDeque<>();
      for (Object value : values) rest.add(new Object[] {value});
      String[] parts = operation.split(" ", 3);
      String[] target = parts[1].split("\\?", 2);
      String path =
          PARAMETER.matcher(target[0]).replaceAll(name -> Matcher.quoteReplacement(encode(rest.remove()[0])));
      String query = target.length > 1 ? "?" + form(named(target[1].split("&"), rest)) : "";
      Map<String, Object> body =
          parts.length > 2 ? named(parts[2].replaceAll("[{}]", "").split(", "), rest) : null;
      return new Call(parts[0], path + query, body);
    }

    private static Map<String, Object> named(String[] names, Deque<Object[]> values) {
      Map<String, Object> members = new LinkedHashMap<>();
      for (String name : names) {
        Object value = values.remove()[0];
        if (value != null) members.put(name, value);
      }
      return members;
    }
  }

  /** Sends a request of the control interface to a world and returns the body of the answer. */
  static String control(String world, String operation, Object... values) {
    Call call = Call.of(operation, values);
    Map<String, String> headers = new HashMap<>();
    String token = Emulator.variable("EMULATOR_CONTROL_TOKEN", "");
    if (!token.isEmpty()) headers.put("Authorization", "Bearer " + token);
    if (call.body() != null) headers.put("Content-Type", "application/json");
    return send(call.method(), world + call.target(), call.body() == null ? null : Json.write(call.body()), headers);
  }

  static String form(Map<String, Object> members) {
    StringJoiner form = new StringJoiner("&");
    members.forEach((name, value) -> form.add(name + "=" + encode(value)));
    return form.toString();
  }

  private static String encode(Object value) {
    return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Sends a request and returns the body of the answer. Throws an EmulatorException with the emulator's message unless the
   * status is 2xx. The body may be null.
   */
  static String send(String method, String address, String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address))
            .timeout(LIMIT)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::setHeader);
    HttpResponse<String> response;
    try {
      response = CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (IOException error) {
      String reason = error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
      throw new EmulatorException(
          "no answer from " + address + ": " + reason + ". Is payment-emulator running there?", error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new EmulatorException("interrupted while " + address + " was asked", error);
    }
    if (response.statusCode() / 100 == 2) return response.body();
    String message =
        "%s %s answered %d: %s".formatted(method, address, response.statusCode(), message(response.body()));
    throw new EmulatorException(message, response.statusCode(), response.body(), null);
  }

  /** The message of an error body, with the invalid fields that it does not mention, or the body itself. */
  private static String message(String body) {
    Data refusal;
    try {
      refusal = Data.of(Json.parse(body));
    } catch (IllegalArgumentException notJson) {
      return body;
    }
    // Of the service; of OAuth; of v3.
    String text =
        Arrays.stream(new String[] {"error.message", "error_description", "message"})
            .map(refusal::text)
            .filter(found -> !found.isEmpty())
            .findFirst()
            .orElse(body);
    StringBuilder message = new StringBuilder(text);
    if (refusal.get("error.validation_errors") instanceof List<?> fields) {
      for (Object field : fields) {
        String problem = Data.of(field).text("message");
        if (!text.contains(problem)) {
          message.append("; ").append(Data.of(field).text("field_name")).append(": ").append(problem);
        }
      }
    }
    return message.toString();
  }
}
