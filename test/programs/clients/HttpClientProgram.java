import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class HttpClientProgram {
    static final HttpClient client = HttpClient.newHttpClient();

    static String send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        return answer.body();
    }

    static String member(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!matcher.find()) throw new IllegalStateException(name + " is missing in " + json);
        return matcher.group(1);
    }

    public static void main(String[] args) throws Exception {
        String token = member(send(HttpRequest.newBuilder(URI.create("https://login.example.com/realms/sandbox/protocol/openid-connect/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials&client_id=sandbox-client&client_secret=sandbox-secret"))), "access_token");
        String order = "{\"amount\": 1500, \"currency\": \"NGN\", \"reference\": \"fixed-0001\", \"customer_id\": \"cus_adaobi0001\", \"payment_method_id\": \"pmd_card000001\"}";
        String created = send(HttpRequest.newBuilder(URI.create("https://api.example.com/charges"))
            .header("Authorization", "Bearer " + token).header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(order)));
        Matcher id = Pattern.compile("\"id\":\"(chg_[a-z0-9]+)\"").matcher(created);
        if (!id.find()) throw new IllegalStateException(created);
        String read = send(HttpRequest.newBuilder(URI.create("https://api.example.com/charges/" + id.group(1))).header("Authorization", "Bearer " + token));
        System.out.println(member(read, "reference") + " " + member(read.substring(read.indexOf("\"reference\"")), "status"));
    }
}
