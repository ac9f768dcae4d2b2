package paymentemulator;

/** The body of a webhook. */
public record Event(String id, String type, Data data) {

  static Event of(Data body) {
    return new Event(body.text("id"), body.text("type"), Data.of(body.get("data")));
  }
}
