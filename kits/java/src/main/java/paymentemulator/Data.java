package paymentemulator;

import java.util.LinkedHashMap;
import java.util.Map;

/** A JSON object: text, numbers, booleans, null, and maps and lists of these. */
public record Data(Map<String, Object> members) {

  /** The member at a path, such as {@code next_action.type}; null if there is none. */
  public Object get(String path) {
    Object value = members;
    for (String name : path.split("\\.")) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return value;
  }

  /** The member at a path as text; empty if there is none. */
  public String text(String path) {
    Object value = get(path);
    return value == null ? "" : value.toString();
  }

  /** A copy with another member. */
  public Data with(String name, Object value) {
    Map<String, Object> copied = new LinkedHashMap<>(members);
    copied.put(name, value);
    return new Data(copied);
  }

  @SuppressWarnings("unchecked")
  static Data of(Object value) {
    return new Data(value instanceof Map ? (Map<String, Object>) value : Map.of());
  }
}
