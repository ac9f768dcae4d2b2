package paymentemulator;

/** The emulator refused a request, did not answer or could not be started. The message says what to do. */
public final class EmulatorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String body;

  EmulatorException(String message, int status, String body, Throwable cause) {
    super(message, cause);
    this.status = status;
    this.body = body;
  }

  EmulatorException(String message, Throwable cause) {
    this(message, 0, "", cause);
  }

  /** HTTP status of the answer; 0 if there was none. */
  public int status() {
    return status;
  }

  /** Body of the answer; empty if there was none. */
  public String body() {
    return body;
  }
}
