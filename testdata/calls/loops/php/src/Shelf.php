<?php
namespace Acme;

use PDO;

final class Shelf
{
    private PDO $pdo;

    public function __construct(string $dsn)
    {
        $this->pdo = new PDO($dsn); //!
        $this->warm();
    }

    private function warm(): void
    {
        usleep(100); //!
    }

    public static function open(): self
    {
        return new self('mysql:host=db');
    }
}
