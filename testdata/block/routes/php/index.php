<?php
// A shop with two ways to stall it, behind checks, and two that only look so.

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body);
    exit;
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

switch ($_SERVER['REQUEST_METHOD'] . ' ' . $path) {
    case 'GET /health':
        answer(200, ['ok' => true]);

    // Stall: every word is compared with every other, letter by letter.
    case 'GET /search':
        $q = $_GET['q'] ?? '';
        if ($q === '') {
            answer(400, ['error' => 'q is required']);
        }
        if (!in_array($_GET['sort'] ?? '', ['price', 'name'], true)) {
            answer(422, ['error' => 'sort must be one of price, name']);
        }
        answer(200, ['like' => similar_text($q, strrev($q))]);

    // Stall: as many rows as are asked for.
    case 'POST /report':
        $rows = filter_var($_POST['rows'] ?? '', FILTER_VALIDATE_INT);
        if ($rows === false || $rows < 1) {
            answer(400, ['error' => 'rows must be an integer']);
        }
        $sum = 0;
        for ($i = 0; $i < $rows; $i++) {
            $sum = ($sum * 31 + $i) % 1000003;
        }
        answer(200, ['sum' => $sum]);

    // Looks so: no code is longer than twelve characters.
    case 'POST /coupons':
        $code = $_POST['code'] ?? '';
        if (!is_string($code) || $code === '' || strlen($code) > 12) {
            answer(400, ['error' => 'code must be a short string']);
        }
        answer(preg_match('/^([A-Z0-9]+-?)+$/', $code) ? 200 : 422, ['discount' => 5]);

    // Looks so: as many rows as are asked for, but no more than a hundred.
    case 'GET /latest':
        answer(200, array_map(fn ($i) => $i * $i, range(1, min(100, max(1, (int) ($_GET['limit'] ?? 10))))));
}
answer(404, ['error' => 'no such page']);
