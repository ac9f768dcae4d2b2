package paymentemulator;

import java.util.List;

/**
 * The credentials of the emulator; every world has the same.
 *
 * @param clients for access tokens; the first one may do everything
 * @param secretKeys bearer tokens of the v3 interface
 * @param webhookSecret signs what is sent to webhook endpoints without a secret of their own
 * @param encryptionKey encrypts card fields and PINs: AES-256, base64
 * @param v3EncryptionKey encrypts the bodies of v3 charges: 3DES in ECB mode, 24 characters
 */
public record Credentials(
    List<Client> clients,
    List<String> secretKeys,
    String webhookSecret,
    String encryptionKey,
    String v3EncryptionKey) {

  /** An OAuth client. */
  public record Client(String clientId, String clientSecret, List<String> scopes) {}

  static Credentials of(Data data) {
    return new Credentials(
        ((List<?>) data.get("clients")).stream().map(client -> client(Data.of(client))).toList(),
        texts(data.get("secret_keys")),
        data.text("webhook_secret"),
        data.text("encryption_key"),
        data.text("v3_encryption_key"));
  }

  private static Client client(Data data) {
    return new Client(data.text("client_id"), data.text("client_secret"), texts(data.get("scopes")));
  }

  private static List<String> texts(Object list) {
    return ((List<?>) list).stream().map(String::valueOf).toList();
  }
}
