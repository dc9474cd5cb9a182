package com.acme.service;

import java.util.concurrent.TimeUnit;

public final class Throttle {
    public static void pause(long ms) {
        if (ms > 100) {
            sleepQuietly(ms);
        }
    }

    static void sleepQuietly(long ms) {
        try {
            Thread.sleep(ms); //!
            TimeUnit.MILLISECONDS.sleep(5); //!
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
