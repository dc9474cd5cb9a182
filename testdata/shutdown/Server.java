import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A server that shuts down in the way that its first argument names; the second is the port. */
class Server {
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1])), 0);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("hello".getBytes());
            exchange.close();
        });
        server.start();
        if (args[0].equals("hook")) {
            // Closes the listener and waits for what is being answered, at most that many seconds.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> server.stop(8)));
        }
    }
}
