<?php
namespace Acme;

class Weather
{
    public function today(string $city): string
    {
        return $this->fetch($city) . Db::count($city);
    }

    private function fetch(string $city): string
    {
        $c = curl_init('http://weather/' . $city);
        curl_setopt($c, CURLOPT_RETURNTRANSFER, true);
        $text = curl_exec($c); //!
        if ($text === false) {
            $text = file_get_contents('http://weather2/' . $city); //!
        }
        return $text;
    }
}
