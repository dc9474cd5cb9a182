package shop;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A shop with two ways to stall it, behind checks, and two that only look so. */
@RestController
@RequestMapping("/api")
public class ShopController {
    private static final Pattern PHRASE = Pattern.compile("^(['\"]?)(\\w+\\s?)*\\1$");
    private static final Pattern CODE = Pattern.compile("^(['\"]?)([A-Z0-9]+-?)+\\1$");
    private static final Pattern NUMBER = Pattern.compile("^[A-Z]{2}-\\d+$");

    public record Coupon(@NotBlank @Size(max = 12) String code) {}

    public static class Review {
        @NotBlank
        @Email
        private String email;

        @NotNull
        @Valid
        private Text text;

        public String getEmail() {
            return email;
        }

        public void setEmail(String email) {
            this.email = email;
        }

        public Text getText() {
            return text;
        }

        public void setText(Text text) {
            this.text = text;
        }

        public static class Text {
            @NotBlank
            @Size(max = 200)
            private String title;

            @NotNull
            private String words;

            public String getTitle() {
                return title;
            }

            public void setTitle(String title) {
                this.title = title;
            }

            public String getWords() {
                return words;
            }

            public void setWords(String words) {
                this.words = words;
            }
        }
    }

    @GetMapping("/health")
    public Map<String, Boolean> health() {
        return Map.of("ok", true);
    }

    // Stall: words, in quotes or not, matched with a nested repetition; what the bound lets pass is long enough.
    @GetMapping("/search")
    public List<String> search(@RequestParam String q, @RequestParam(defaultValue = "price") String sort) {
        if (!sort.equals("price") && !sort.equals("name")) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "sort must be one of price, name");
        }
        if (q.length() > 60 || !PHRASE.matcher(q).matches()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "q must be words");
        }
        return List.of();
    }

    // Stall: spaces that no end follows are read again from each of them.
    @PostMapping("/reviews")
    @ResponseStatus(HttpStatus.CREATED)
    public Map<String, Integer> review(@Valid @RequestBody Review review) {
        String words = review.getText().getWords().replaceAll("\\s+$", "");
        return Map.of("length", words.length());
    }

    // Looks so: no code is longer than twelve characters.
    @PostMapping("/coupons")
    public Map<String, Integer> coupon(@Valid @RequestBody Coupon coupon) {
        if (!CODE.matcher(coupon.code()).matches()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "code is malformed");
        }
        return Map.of("discount", 5);
    }

    // Looks so: the length is checked, and the pattern reads each character once.
    @GetMapping("/orders/{number}")
    public Map<String, String> order(@PathVariable String number) {
        if (number.length() > 40 || !NUMBER.matcher(number).matches()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such order");
        }
        return Map.of("number", number);
    }
}
