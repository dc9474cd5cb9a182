package com.acme.web;

import com.acme.store.Journal;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

public class EchoHandler extends SimpleChannelInboundHandler<String> {
    private final Journal journal = new Journal();

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, String message) {
        journal.append(message);
        ctx.writeAndFlush(message);
        answer(ctx);
    }

    private static void answer(ChannelHandlerContext ctx) {
        ctx.writeAndFlush("done").syncUninterruptibly(); //!
    }
}
