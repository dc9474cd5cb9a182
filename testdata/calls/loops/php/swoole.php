<?php
require 'vendor/autoload.php';

use Acme\Thumbs;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server;

$server = new Server('127.0.0.1', 9501);
$server->on('request', function (Request $request, Response $response) {
    $response->end(Thumbs::make($request->get['f']));
});
$server->start();
