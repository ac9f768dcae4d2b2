package paymentemulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A webhook endpoint that answers 200. */
final class Receiver implements AutoCloseable {
  final List<Webhook> received = new CopyOnWriteArrayList<>();
  private final String host;
  private final HttpServer server;

  /** Listens on loopback for 127.0.0.1, and on all interfaces for every other host. */
  Receiver(String host) {
    this.host = host;
    try {
      server =
          HttpServer.create(
              host.equals("127.0.0.1")
                  ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)
                  : new InetSocketAddress(0),
              0);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    server.createContext("/", this::receive);
    server.start();
  }

  String url() {
    return "http://" + host + ":" + server.getAddress().getPort();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Map<String, String> headers = new LinkedHashMap<>();
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
      received.add(new Webhook(parsed(body), body, headers));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /** A webhook may have been truncated on purpose. */
  private static Data parsed(String body) {
    try {
      return Data.of(Json.parse(body));
    } catch (IllegalArgumentException notJson) {
      return Data.of(null);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
