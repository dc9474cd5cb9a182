<?php
declare(strict_types=1);

namespace Library\Import;

use Symfony\Component\Validator\Constraints as Assert;

/** Reads the lines of a loan list that a branch sends, and says what is wrong with each. */
final class LoanList
{
    private const ISBN = '(?:97[89]-?)?\d{1,5}-?\d{1,7}-?\d{1,7}-?[\dX]';
    public const LINE = '/^(\d{6});(' . self::ISBN . ');([^;]*);(\d{4}-\d\d-\d\d)$/';

    private string $trim = '~^[\s"]+|[\s"]+$~u';

    #[Assert\Regex(pattern: '/^[A-Z]{2}\d{4}$/', message: 'No branch has this number.')]
    public string $branch = '';

    /** @var array<int, string> */
    private array $problems = [];

    public function __construct(private readonly \DateTimeInterface $today, string $branch)
    {
        $this->branch = strtoupper($branch);
    }

    public function read(string $text): array
    {
        $loans = [];
        foreach (preg_split('/\r\n|\r|\n/', $text) as $number => $line) {
            $line = preg_replace($this->trim, '', $line);
            if ($line === '' || $line[0] === '#') {
                continue; // a comment
            }
            if (!preg_match(self::LINE, $line, $match)) {
                $this->problems[$number + 1] = "cannot be read: {$this->shorten($line)}";
                continue;
            }
            [, $reader, $isbn, $title, $due] = $match;
            $loans[] = [
                'reader' => (int) $reader,
                'isbn' => str_replace('-', '', $isbn),
                'title' => preg_replace_callback("/\\b(\\w)(\\w*)\\b/u", fn (array $m) => mb_strtoupper($m[1]) . $m[2], $title),
                'late' => $due < $this->today->format('Y-m-d'),
            ];
        }
        return $loans;
    }

    private function shorten(string $line): string
    {
        return strlen($line) > 40 ? substr($line, 0, 37) . '...' : $line;
    }

    public function matching(array $titles, string $words): array
    {
        $parts = array_map(fn ($word) => preg_quote($word, '/'), preg_split('/\s+/', trim($words)));
        return preg_grep('/' . implode('.*', $parts) . '/iu', $titles) ?: [];
    }

    public function clean(string $html): string
    {
        return preg_replace([
            '/<!--.*?-->/s',
            '#<(script|style)\b[^>]*>.*?</\1>#is',
            '{<[^>]+>}',
        ], ' ', $html);
    }

    public static function rules(): array
    {
        return ['reader' => ['required', 'regex:/^\d{6}$/'], 'title' => 'required|max:200'];
    }
}
?>
<h1>Loans of <?= htmlspecialchars(preg_replace('/\D+/', '', $_GET['branch'] ?? '')) ?></h1>
<p>Everything here is text, even preg_match('/a+/', 'b').</p>
