<?php
namespace Acme;

use PDO;

class Db
{
    public static function count(string $city): int
    {
        $pdo = new PDO('mysql:host=db'); //!
        $s = $pdo->prepare('select count(*) from visits where city = ?');
        $s->execute([$city]); //!
        return (int) $s->fetchColumn();
    }
}
