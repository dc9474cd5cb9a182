package com.acme.web;

import com.acme.service.Shell;
import com.acme.service.Throttle;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

public class ApiVerticle extends AbstractVerticle {
    @Override
    public void start(Promise<Void> started) {
        Router router = Router.router(vertx);
        router.get("/thumb").handler(this::thumb);
        router.get("/slow").handler(ctx -> {
            Throttle.pause(200);
            ctx.response().end("ok");
        });
        router.get("/offloaded").handler(ctx -> vertx.executeBlocking(() -> Shell.run("du", "-s", "."))
            .onSuccess(s -> ctx.response().end(s)));
        vertx.createHttpServer().requestHandler(router).listen(8080).onComplete(r -> started.complete());
    }

    private void thumb(RoutingContext ctx) {
        String out = Shell.convert(ctx.request().getParam("f"));
        ctx.response().end(out);
    }
}
