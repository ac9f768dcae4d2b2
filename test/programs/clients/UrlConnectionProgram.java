import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class UrlConnectionProgram {
    static String call(String method, String url, String type, String body, String token) throws Exception {
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
        connection.setRequestMethod(method);
        if (token != null) connection.setRequestProperty("Authorization", "Bearer " + token);
        if (body != null) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", type);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body.getBytes(StandardCharsets.UTF_8));
            }
        }
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String member(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!matcher.find()) throw new IllegalStateException(name + " is missing in " + json);
        return matcher.group(1);
    }

    public static void main(String[] args) throws Exception {
        String form = "grant_type=client_credentials&client_id=sandbox-client&client_secret=sandbox-secret";
        String token = member(call("POST", "https://login.example.com/realms/sandbox/protocol/openid-connect/token", "application/x-www-form-urlencoded", form, null), "access_token");
        String order = "{\"amount\": 1500, \"currency\": \"NGN\", \"reference\": \"fixed-0001\", \"customer_id\": \"cus_adaobi0001\", \"payment_method_id\": \"pmd_card000001\"}";
        String created = call("POST", "https://api.example.com/charges", "application/json", order, token);
        Matcher id = Pattern.compile("\"id\":\"(chg_[a-z0-9]+)\"").matcher(created);
        if (!id.find()) throw new IllegalStateException(created);
        String read = call("GET", "https://api.example.com/charges/" + id.group(1), null, null, token);
        System.out.println(member(read, "reference") + " " + member(read.substring(read.indexOf("\"reference\"")), "status"));
    }
}
