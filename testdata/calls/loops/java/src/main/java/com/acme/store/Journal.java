package com.acme.store;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

public class Journal {
    public void append(String line) {
        try {
            String last = Files.readString(new File("journal.log").toPath()); //!
            flush(last + line);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void flush(String text) {
        CompletableFuture<Void> f = CompletableFuture.runAsync(() -> store(text));
        try {
            f.get(); //!
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void store(String text) {
        try {
            Files.write(new File("journal.log").toPath(), text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
