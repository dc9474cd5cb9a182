// Handlers that hang, each by a defect of its own, and sound ones that are slow. Usage: java Hangs.java
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.*;

class Hangs {
  interface Work { void run() throws Exception; }

  static final Object a = new Object(), b = new Object(), one = new Object();
  static final ReentrantReadWriteLock settings = new ReentrantReadWriteLock();
  static final AtomicInteger turns = new AtomicInteger();
  static final ExecutorService two = Executors.newFixedThreadPool(2);
  static final ScheduledExecutorService reaper = Executors.newScheduledThreadPool(1);
  static final Semaphore four = new Semaphore(4), pair = new Semaphore(2), places = new Semaphore(2), leased = new Semaphore(2);

  static void both(Object first, Object second) throws Exception {
    synchronized (first) {
      Thread.sleep(20);
      synchronized (second) { turns.get(); }
    }
  }

  // two locks, every second request in the other order
  static void alternating() throws Exception {
    if (turns.incrementAndGet() % 2 == 0) both(a, b); else both(b, a);
  }

  // a task that waits for another one of the same threads
  static void ownpool() throws Exception {
    two.submit(() -> { Thread.sleep(20); return two.submit(() -> 1).get(); }).get();
  }

  // a lock for reading that becomes one for writing while others read
  static void upgrade() throws Exception {
    settings.readLock().lock();
    Thread.sleep(20);
    if (turns.incrementAndGet() > 5) settings.writeLock().lock();
    settings.readLock().unlock();
  }

  // two places out of a pool, one after the other
  static void twice() throws Exception {
    pair.acquire();
    Thread.sleep(20);
    pair.acquire();
    pair.release(2);
  }

  // the same, each with a limit
  static void limited() throws Exception {
    if (!places.tryAcquire(14, TimeUnit.SECONDS)) return;
    Thread.sleep(20);
    if (places.tryAcquire(14, TimeUnit.SECONDS)) places.release();
    places.release();
  }

  // places that are not given back, and taken back in time
  static void lease() throws Exception {
    leased.acquire();
    Thread.sleep(20);
    if (turns.incrementAndGet() % 3 != 0) leased.release(); else reaper.schedule(() -> leased.release(), 14, TimeUnit.SECONDS);
  }

  static void pooled() throws Exception {
    four.acquire();
    try { Thread.sleep(150); } finally { four.release(); }
  }

  public static void main(String[] args) throws Exception {
    Map<String, Work> routes = Map.of(
        "/health", () -> {}, "/alternating", Hangs::alternating, "/ownpool", Hangs::ownpool, "/upgrade", Hangs::upgrade,
        "/slow", () -> Thread.sleep(300), "/onelock", () -> { synchronized (one) { Thread.sleep(100); } }, "/pooled", Hangs::pooled,
        "/twice", Hangs::twice);
    Map<String, Work> sound = Map.of("/ordered", () -> both(a, b), "/limited", Hangs::limited, "/lease", Hangs::lease);
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
    server.createContext("/", exchange -> {
      String path = exchange.getRequestURI().getPath();
      Work work = routes.getOrDefault(path, sound.get(path));
      try {
        if (work != null) work.run();
      } catch (Exception e) {
        throw new RuntimeException(e);
      }
      exchange.sendResponseHeaders(work == null ? 404 : 200, -1);
      exchange.close();
    });
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }
}
