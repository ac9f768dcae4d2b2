package paymentemulator;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON, which the standard library of Java does not have. Numbers are BigDecimal. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Parses a text. Throws an IllegalArgumentException that names the position of what is not JSON. */
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skipBlanks();
    if (json.at < text.length()) throw json.unexpected();
    return value;
  }

  /** Writes maps, iterables, text, numbers, booleans, null and {@link Data}. */
  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value == null || value instanceof Boolean || value instanceof Number) {
      out.append(value);
    } else if (value instanceof Data data) {
      write(data.members(), out);
    } else if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        quote(entry.getKey().toString(), out.append(separator));
        write(entry.getValue(), out.append(':'));
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof Iterable<?> list) {
      out.append('[');
      String separator = "";
      for (Object item : list) {
        write(item, out.append(separator));
        separator = ",";
      }
      out.append(']');
    } else {
      quote(value.toString(), out);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (char letter : text.toCharArray()) {
      if (letter == '"' || letter == '\\') out.append('\\').append(letter);
      else if (letter < ' ') out.append("\\u%04x".formatted((int) letter));
      else out.append(letter);
    }
    out.append('"');
  }

  private Object value() {
    skipBlanks();
    if (take('{')) return object();
    if (take('[')) return list();
    if (take('"')) return string();
    int start = at;
    while (at < text.length() && isOfWord(text.charAt(at))) at++;
    String word = text.substring(start, at);
    switch (word) {
      case "true":
        return true;
      case "false":
        return false;
      case "null":
        return null;
      default:
        try {
          return new BigDecimal(word);
        } catch (NumberFormatException error) {
          at = start;
          throw unexpected();
        }
    }
  }

  private static boolean isOfWord(char letter) {
    return Character.isLetterOrDigit(letter) || "+-.".indexOf(letter) >= 0;
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    skipBlanks();
    if (take('}')) return members;
    do {
      skipBlanks();
      expect('"');
      String name = string();
      skipBlanks();
      expect(':');
      members.put(name, value());
      skipBlanks();
    } while (take(','));
    expect('}');
    return members;
  }

  private List<Object> list() {
    List<Object> items = new ArrayList<>();
    skipBlanks();
    if (take(']')) return items;
    do {
      items.add(value());
      skipBlanks();
    } while (take(','));
    expect(']');
    return items;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    while (!take('"')) {
      if (!take('\\')) out.append(next());
      else if (take('u')) out.append(hex());
      else out.append(unescaped(next()));
    }
    return out.toString();
  }

  private char hex() {
    String digits = text.substring(at, Math.min(at + 4, text.length()));
    if (!digits.matches("[0-9A-Fa-f]{4}")) throw unexpected();
    at += 4;
    return (char) Integer.parseInt(digits, 16);
  }

  private static char unescaped(char letter) {
    int place = "bfnrt".indexOf(letter);
    return place < 0 ? letter : "\b\f\n\r\t".charAt(place);
  }

  private char next() {
    if (at >= text.length()) throw unexpected();
    return text.charAt(at++);
  }

  private boolean take(char wanted) {
    boolean found = at < text.length() && text.charAt(at) == wanted;
    if (found) at++;
    return found;
  }

  private void expect(char wanted) {
    if (!take(wanted)) throw unexpected();
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private IllegalArgumentException unexpected() {
    String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
    return new IllegalArgumentException("not JSON: unexpected " + found + " at position " + at);
  }
}
