package paymentemulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void everyKindOfValueIsParsed() {
    Object value = Json.parse(" {\"a\" : [1, -2.50, 3e2], \"b\":{}, \"c\":[ ], \"d\":[true,false,null]}\n");
    assertEquals(
        Map.of(
            "a", List.of(new BigDecimal("1"), new BigDecimal("-2.50"), new BigDecimal("3e2")),
            "b", Map.of(),
            "c", List.of(),
            "d", Arrays.asList(true, false, null)),
        value);
  }

  @Test
  void escapesAreParsed() {
    assertEquals("\" \\ / \b\f\n\r\t é 😀", Json.parse("\"\\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u00e9 \\ud83d\\ude00\""));
  }

  @Test
  void whatIsWrittenIsParsedAgain() {
    Object value = Arrays.asList(Map.of("a\n\"\\\u0001", "é😀"), List.of(), Map.of(), true, null, new BigDecimal("1.5"));
    assertEquals(value, Json.parse(Json.write(value)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1,", "[1 2]", "{\"a\" 1}", "{a:1}", "\"a", "\"\\u12", "\"\\u12x4\"", "tru", "1.2.3", "1 2"})
  void whatIsNotJsonIsRefused(String text) {
    String message = assertThrows(IllegalArgumentException.class, () -> Json.parse(text)).getMessage();
    assertTrue(message.startsWith("not JSON: unexpected "), message);
  }
}
