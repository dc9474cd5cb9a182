package com.acme.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

public class OrderStore {
    private final String url = "jdbc:postgresql://db/orders";

    public String find(String id) {
        try (Connection c = DriverManager.getConnection(url); //!
             PreparedStatement s = c.prepareStatement("select body from orders where id = ?")) {
            s.setString(1, id);
            ResultSet r = s.executeQuery(); //!
            return r.next() ? r.getString(1) : "";
        } catch (SQLException e) {
            return "";
        }
    }

    public List<String> dump() {
        try {
            return Files.readAllLines(Path.of("orders.csv")); //!
        } catch (IOException e) {
            return List.of();
        }
    }

    public String slow() {
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
        }
        return "slow";
    }
}
