package paymentemulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An emulator that tests use: the one at EMULATOR_URL, or a process that is started here. */
final class Emulator implements AutoCloseable {
  /** How long an emulator may take to start, and to stop before it is killed. Seconds. */
  private static final int START_LIMIT = 30;

  private static final int STOP_LIMIT = 10;

  private static final Pattern ADDRESS = Pattern.compile("(.*?)/*(?:/w/([^/]+)/*)?");

  private final String url;
  final String sharedWorld;
  private final Process process;

  private Emulator(String url, Process process) {
    Matcher parts = ADDRESS.matcher(url);
    if (!parts.matches()) throw new IllegalArgumentException(url);
    this.url = parts.group(1);
    this.sharedWorld = variable("EMULATOR_WORLD", parts.group(2) == null ? "" : parts.group(2));
    this.process = process;
  }

  /** Connects to EMULATOR_URL or starts EMULATOR_COMMAND. Throws an EmulatorException if that fails. */
  static Emulator open() {
    String url = variable("EMULATOR_URL", "");
    return url.isEmpty() ? start(variable("EMULATOR_COMMAND", "payment-emulator")) : connect(url);
  }

  static Emulator connect(String url) {
    Emulator emulator = new Emulator(url, null);
    try {
      Http.control(emulator.url, "GET /_emulator/health");
    } catch (EmulatorException error) {
      String way = "start an emulator there, or unset it to let the tests start one";
      String message = error.getMessage() + " EMULATOR_URL is " + url + "; " + way;
      throw new EmulatorException(message, error.status(), error.body(), error);
    }
    return emulator;
  }

  /** A world for a test. If all tests share one, it is reset. */
  World world(String test) {
    return new World(url, sharedWorld, test);
  }

  /** An environment variable; the other value if it is not set or empty. */
  static String variable(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isBlank() ? otherwise : value;
  }

  static Emulator start(String command) {
    CompletableFuture<String> ready = new CompletableFuture<>();
    Process process;
    try {
      List<String> words = split(command);
      words.addAll(List.of("--port", "0"));
      ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
      // Only kits read it, and the emulator reports variables that it does not know.
      builder.environment().remove("EMULATOR_COMMAND");
      process = builder.start();
    } catch (IOException | IllegalArgumentException error) {
      throw failure(command, error.getMessage(), error);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> family(process).forEach(ProcessHandle::destroy)));
    Thread reader = new Thread(() -> read(process, ready), "payment-emulator");
    reader.setDaemon(true);
    reader.start();
    try {
      return new Emulator(ready.get(START_LIMIT, TimeUnit.SECONDS), process);
    } catch (ExecutionException error) {
      throw failure(command, error.getCause().getMessage(), error);
    } catch (TimeoutException error) {
      family(process).forEach(ProcessHandle::destroyForcibly);
      throw failure(command, "it was not ready after " + START_LIMIT + " seconds", error);
    } catch (InterruptedException error) {
      family(process).forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
      throw failure(command, "the thread was interrupted", error);
    }
  }

  private static EmulatorException failure(String command, String problem, Exception cause) {
    String way =
        "install payment-emulator, set EMULATOR_COMMAND to the command that starts it, "
            + "or EMULATOR_URL to the address of a running one";
    return new EmulatorException(
        "\"" + command + "\" did not start an emulator: " + problem + "; " + way, cause);
  }

  /** Reads to the end, because a full pipe would block the emulator. */
  private static void read(Process process, CompletableFuture<String> ready) {
    List<String> said = new ArrayList<>();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String url = readyUrl(line);
        if (!url.isEmpty()) ready.complete(url);
        if (said.size() < 20) said.add(line);
      }
      int code = process.waitFor();
      ready.completeExceptionally(
          new IOException("it ended with exit code " + code + ": " + String.join("\n", said)));
    } catch (IOException | InterruptedException error) {
      ready.completeExceptionally(error);
    }
  }

  /** The address in the line that the emulator prints when it is ready; empty for every other line. */
  private static String readyUrl(String line) {
    if (!line.startsWith("{")) return "";
    try {
      Data said = Data.of(Json.parse(line));
      return said.text("event").equals("ready") ? said.text("url") : "";
    } catch (IllegalArgumentException notJson) {
      return "";
    }
  }

  /** Separates the words of a command. Quotes keep a word with blanks together, as in a shell. */
  static List<String> split(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (char letter : (command + " ").toCharArray()) {
      boolean blank = Character.isWhitespace(letter) && quote == 0;
      if (!blank && word == null) word = new StringBuilder();
      if (blank && word != null) {
        words.add(word.toString());
        word = null;
      } else if (quote == 0 && (letter == '"' || letter == '\'')) quote = letter;
      else if (letter == quote) quote = 0;
      else if (!blank) word.append(letter);
    }
    if (quote != 0) throw new IllegalArgumentException("a quote is not closed");
    return words;
  }

  /** Stops a process that was started here. */
  @Override
  public void close() {
    if (process == null) return;
    List<ProcessHandle> all = family(process);
    all.forEach(ProcessHandle::destroy);
    try {
      CompletableFuture<?>[] ends = all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(ends).get(STOP_LIMIT, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException error) {
      all.forEach(ProcessHandle::destroyForcibly);
    } catch (InterruptedException error) {
      all.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
  }

  /** A process and those below it: commands such as npx start the emulator as a child, and do not pass signals on. */
  private static List<ProcessHandle> family(Process process) {
    return Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
  }
}
