package com.acme.web;

import com.acme.store.OrderStore;
import com.acme.service.Pricing;
import com.acme.service.Audit;
import org.springframework.web.bind.annotation.*;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@RestController
public class OrderController {
    private final OrderStore store;
    private final Pricing pricing;

    public OrderController(OrderStore store, Pricing pricing) {
        this.store = store;
        this.pricing = pricing;
    }

    @GetMapping("/orders/{id}")
    public Mono<String> one(@PathVariable String id) {
        String row = store.find(id);
        Audit.note("read " + id);
        return Mono.just(row);
    }

    @PostMapping("/orders")
    public Mono<String> create(@RequestBody String body) {
        double price = pricing.quote(body);
        return Mono.just(body + price);
    }

    @GetMapping("/orders/export")
    public Flux<String> export() {
        return Flux.fromIterable(store.dump());
    }

    @GetMapping("/orders/safe")
    public Mono<String> safe() {
        return Mono.fromCallable(() -> store.slow()).subscribeOn(Schedulers.boundedElastic());
    }
}
