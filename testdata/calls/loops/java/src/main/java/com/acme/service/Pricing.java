package com.acme.service;

import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

public class Pricing {
    private final RestTemplate rest = new RestTemplate();
    private final WebClient client = WebClient.create("http://prices");

    public double quote(String body) {
        String base = client.get().uri("/base").retrieve().bodyToMono(String.class).block(); //!
        return Double.parseDouble(base) + surcharge(body);
    }

    private double surcharge(String body) {
        new Receipt(body);
        String s = rest.getForObject("http://surcharge/?b=" + body, String.class); //!
        return Double.parseDouble(s);
    }

    private static class Receipt {
        Receipt(String body) {
            RestTemplate receipts = new RestTemplate();
            receipts.put("http://receipts", body); //!
        }
    }
}
