package paymentemulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmulatorTest {
  @Test
  void aCommandIsSplitAsAShellDoes() {
    assertEquals(List.of("node", "dist/main.js", "--seed", "7"), Emulator.split("  node  dist/main.js\t--seed 7 "));
    assertEquals(List.of("C:\\Program Files\\node", "main.js"), Emulator.split("\"C:\\Program Files\\node\" main.js"));
    assertEquals(List.of("sh", "-c", "exec \"a b\"", ""), Emulator.split("sh -c 'exec \"a b\"' ''"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "no-such-program | No such file",
        "sh -c 'echo the disk is full >&2; exit 3' | it ended with exit code 3: the disk is full",
        "sh -c 'exit | a quote is not closed",
      })
  void aCommandThatStartsNoEmulatorIsReportedWithItsOutput(String command, String problem) {
    String message = assertThrows(EmulatorException.class, () -> Emulator.start(command)).getMessage();
    assertTrue(message.contains(problem), message);
    assertTrue(message.contains("set EMULATOR_COMMAND to"), message);
  }

  @Test
  void closeEndsAnEmulatorThatTheCommandHasStartedAsAChild() {
    String ready = "{\\\"event\\\":\\\"ready\\\",\\\"url\\\":\\\"http://127.0.0.1:1/w/pid-$!\\\"}";
    Emulator emulator = Emulator.start("sh -c 'sleep 1000 & echo \"" + ready + "\"; wait; exit'");
    String name = emulator.sharedWorld;
    ProcessHandle child = ProcessHandle.of(Long.parseLong(name.substring("pid-".length()))).orElseThrow();
    emulator.close();
    assertFalse(child.isAlive());
  }
}
