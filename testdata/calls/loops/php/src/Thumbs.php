<?php
namespace Acme;

class Thumbs
{
    public static function make(string $file): string
    {
        $out = shell_exec('convert ' . escapeshellarg($file) . ' png:-'); //!
        self::settle();
        return $out;
    }

    private static function settle(): void
    {
        sleep(1); //!
    }
}
