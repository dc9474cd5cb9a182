<?php
require __DIR__ . '/vendor/autoload.php';

use Acme\Weather;
use Acme\Journal;
use Acme\Rates;
use Acme\Shelf;
use Psr\Http\Message\ServerRequestInterface;
use React\Http\HttpServer;
use React\Http\Message\Response;

$journal = new Journal('/var/log/chat.log');
$weather = new Weather();
$rates = new Rates('rates.json');

$http = new HttpServer(function (ServerRequestInterface $request) use ($journal, $weather, $rates) {
    $shelf = Shelf::open();
    $journal->add((string) $request->getUri());
    return Response::plaintext($weather->today('Bern'));
});
$http->listen(new React\Socket\SocketServer('127.0.0.1:8080'));
