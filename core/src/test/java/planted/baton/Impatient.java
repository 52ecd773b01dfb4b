package planted.baton;

/** Offends: reads a clock, starts a thread, prints, and makes a class out of a text. */
public final class Impatient {
    public Class<?> offend(String stored) throws ClassNotFoundException {
        long now = System.nanoTime();
        new Thread(() -> System.out.println(now)).start();
        return Class.forName(stored);
    }
}
