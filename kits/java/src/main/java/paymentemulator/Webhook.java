package paymentemulator;

import java.util.Map;

/**
 * A webhook that has arrived.
 *
 * @param event the parsed body; empty if that is not a JSON object
 * @param body the body as it arrived
 * @param headers names in lower case
 */
public record Webhook(Data event, String body, Map<String, String> headers) {

  /** The id of the event; the same in every attempt and copy. */
  public String id() {
    return event.text("id");
  }

  /** The type of the event, such as {@code charge.completed}. */
  public String type() {
    return event.text("type");
  }

  /** The resource that the event is about. */
  public Data data() {
    return Data.of(event.get("data"));
  }
}
