// Handlers that hang when requests overlap, on a JVM. Usage: java Server.java [PORT]
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

public class Server {
    static final Object A = new Object(), B = new Object();
    static final AtomicInteger turn = new AtomicInteger();

    // Two locks, every other request in the opposite order.
    static void abba() throws InterruptedException {
        boolean odd = turn.incrementAndGet() % 2 == 1;
        Object first = odd ? A : B, second = odd ? B : A;
        synchronized (first) {
            Thread.sleep(50);
            synchronized (second) { turn.get(); }
        }
    }

    static void spin(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        while (System.nanoTime() < end);
    }

    static void handle(HttpExchange x) throws IOException {
        try {
            switch (x.getRequestURI().getPath()) {
                case "/abba" -> abba();
                case "/spin" -> spin(Long.parseLong(x.getRequestURI().getQuery().substring(2)));
                default -> { }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        x.sendResponseHeaders(200, 2);
        x.getResponseBody().write("ok".getBytes());
        x.close();
    }

    public static void main(String[] args) throws IOException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 0;
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", Server::handle);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.out.println("listening on " + server.getAddress().getPort());
    }
}
