package com.acme.service;

import java.io.FileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;

public final class Audit {
    private Audit() {}

    public static void note(String line) {
        try {
            Files.write(Paths.get("audit.log"), line.getBytes(), StandardOpenOption.APPEND); //!
        } catch (IOException e) {
            fallback(line);
        }
    }

    private static void fallback(String line) {
        try (FileWriter w = new FileWriter("audit.fallback", true)) { //!
            w.write(line);
        } catch (IOException ignored) {
        }
    }
}
