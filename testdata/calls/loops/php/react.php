<?php
require __DIR__ . '/vendor/autoload.php';

use Acme\Weather;
use Acme\Journal;
use Psr\Http\Message\ServerRequestInterface;
use React\Http\HttpServer;
use React\Http\Message\Response;

$journal = new Journal('/var/log/chat.log');
$weather = new Weather();

$http = new HttpServer(function (ServerRequestInterface $request) use ($journal, $weather) {
    $journal->add((string) $request->getUri());
    return Response::plaintext($weather->today('Bern'));
});
$http->listen(new React\Socket\SocketServer('127.0.0.1:8080'));
