<?php
namespace Acme;

class Journal
{
    public function __construct(private string $file)
    {
    }

    public function add(string $line): void
    {
        file_put_contents($this->file, $line, FILE_APPEND); //!
        $this->trim();
    }

    private function trim(): void
    {
        $lines = file($this->file); //!
        if (count($lines) > 1000) {
            usleep(1000); //!
        }
    }
}
