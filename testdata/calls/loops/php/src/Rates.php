<?php
namespace Acme;

final class Rates
{
    public array $all;

    public function __construct(string $file)
    {
        $this->all = json_decode(file_get_contents($file), true);
    }
}
