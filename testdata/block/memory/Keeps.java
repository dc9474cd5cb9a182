// Handlers that keep a known number of bytes for each key or request. Usage: java Keeps.java
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.Consumer;

class Keeps {
  public static void main(String[] args) throws Exception {
    Map<String, byte[]> everything = new HashMap<>();
    Map<String, byte[]> recent = new LinkedHashMap<>(16, 0.75f, true) {
      protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) { return size() > 1000; }
    };
    List<byte[]> listeners = new ArrayList<>();
    Map<String, Consumer<String>> routes = Map.of(
        "/health", key -> {}, "/flat", key -> {}, "/map", key -> everything.computeIfAbsent(key, k -> new byte[1000]),
        "/lru", key -> recent.put(key, new byte[3000]), "/listener", key -> listeners.add(new byte[1000]));
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
    server.createContext("/", exchange -> {
      Consumer<String> route = routes.get(exchange.getRequestURI().getPath());
      synchronized (routes) {
        if (route != null) route.accept(String.valueOf(exchange.getRequestURI().getQuery()));
      }
      exchange.sendResponseHeaders(route == null ? 404 : 200, -1);
      exchange.close();
    });
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.start();
  }
}
