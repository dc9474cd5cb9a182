// The shop: two ways to stall it, behind checks, and two that only look so.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/dlclark/regexp2"
)

var (
	words  = regexp2.MustCompile(`^(\w+\s?)*$`, regexp2.None)
	coupon = regexp2.MustCompile(`^([A-Z0-9]+-?)+$`, regexp2.None)
)

func refuse(w http.ResponseWriter, status int, reason string) {
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"error": reason})
}

func health(w http.ResponseWriter, _ *http.Request) {
	fmt.Fprintln(w, `{"ok": true}`)
}

// Stall: the words of a search, matched with a nested repetition.
func search(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query().Get("q")
	if q == "" {
		refuse(w, http.StatusBadRequest, "q is required")
		return
	}
	if ok, err := words.MatchString(q); err != nil || !ok {
		refuse(w, http.StatusUnprocessableEntity, "q holds odd characters")
		return
	}
	fmt.Fprintln(w, "[]")
}

type cart struct {
	Email string `json:"email"`
	Items []struct {
		SKU string `json:"sku"`
	} `json:"items"`
}

// Stall: every item is compared with every other.
func order(w http.ResponseWriter, r *http.Request) {
	var c cart
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	if !strings.Contains(c.Email, "@") {
		refuse(w, http.StatusBadRequest, "email must be an e-mail address")
		return
	}
	if len(c.Items) == 0 {
		refuse(w, http.StatusBadRequest, "items must not be empty")
		return
	}
	var unique []string
next:
	for _, item := range c.Items {
		for _, other := range unique {
			if strings.EqualFold(other, item.SKU) {
				continue next
			}
		}
		unique = append(unique, item.SKU)
	}
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(map[string]int{"items": len(unique)})
}

// Looks so: no code is longer than twelve bytes.
func redeem(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Code string `json:"code"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Code == "" || len(body.Code) > 12 {
		refuse(w, http.StatusBadRequest, "code must be a short string")
		return
	}
	known, err := coupon.MatchString(body.Code)
	json.NewEncoder(w).Encode(map[string]any{"known": known && err == nil})
}

// Looks so: this one is linear.
func latest(w http.ResponseWriter, r *http.Request) {
	tag := r.URL.Query().Get("tag")
	fmt.Fprintf(w, "{\"known\": %t}\n", strings.Contains(tag, "new"))
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", health)
	mux.HandleFunc("GET /search", search)
	mux.HandleFunc("POST /cart", order)
	mux.HandleFunc("POST /coupons", redeem)
	mux.HandleFunc("GET /latest", latest)
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.Serve(listener, mux))
}
