"""A shop with five ways to stall it, behind checks, and four that only look so."""
import os
import re

from flask import Flask, jsonify, request

app = Flask(__name__)

PRODUCTS = [
    {"id": "p-100", "name": "Lamp", "price": 40},
    {"id": "p-200", "name": "Chair", "price": 90},
]
WORDS = re.compile(r"^(\w+\s?)*$")
PHONE = re.compile(r"^(\+?\d+[- ]?)+$")


def refuse(status, message):
    return jsonify(error=message), status


@app.get("/health")
def health():
    return jsonify(ok=True)


@app.get("/products")
def products():
    return jsonify(products=PRODUCTS)


@app.get("/products/<product_id>")
def product(product_id):
    for one in PRODUCTS:
        if one["id"] == product_id:
            return jsonify(one)
    return refuse(404, "no such product")


# Stall: the words of a search, matched with a nested repetition.
@app.get("/search")
def search():
    q = request.args.get("q", "")
    if not q:
        return refuse(400, "q is required")
    if request.args.get("sort") not in ("price", "name"):
        return refuse(422, "sort must be one of price, name")
    if not WORDS.match(q):
        return refuse(422, "q holds odd characters")
    return jsonify([p for p in PRODUCTS if q.lower() in p["name"].lower()])


# Stall: the phone number, in a form.
@app.post("/contact")
def contact():
    form = request.form
    if not form.get("name"):
        return refuse(400, "name is required")
    if "@" not in form.get("email", ""):
        return refuse(400, "email must be an e-mail address")
    if not PHONE.match(form.get("phone", "")):
        return refuse(422, "phone is malformed")
    return jsonify(ok=True), 201


# Stall: every item is compared with every other.
@app.post("/cart")
def cart():
    items = (request.get_json(silent=True) or {}).get("items")
    if not isinstance(items, list) or not items:
        return refuse(400, "items must be an array")
    if any(not isinstance(item, dict) or not isinstance(item.get("sku"), str) for item in items):
        return refuse(400, 'every item needs a "sku"')
    unique = []
    for item in items:
        if not any(other["sku"] == item["sku"] for other in unique):
            unique.append(item)
    return jsonify(items=len(unique))


# Stall: as many rows as are asked for.
@app.get("/report")
def report():
    try:
        rows = int(request.args["rows"])
    except (KeyError, ValueError):
        return refuse(400, "rows must be an integer")
    total = 0
    for i in range(rows):
        total = (total * 31 + i) % 1000003
    return jsonify(sum=total)


# Stall: a list within a list within a list is copied at each level.
@app.post("/comments")
def comments():
    body = request.get_json(silent=True) or {}
    if not isinstance(body.get("author"), str):
        return refuse(400, "author is required")
    text = body.get("text")
    if not isinstance(text, str):
        return refuse(400, "text must be a string")
    words = text.split()
    repeated = [w for w in words if words.count(w) > 1]
    return jsonify(repeated=len(repeated)), 201


# Looks so: the text is cut before it is matched.
@app.post("/reviews")
def reviews():
    body = request.get_json(silent=True) or {}
    if body.get("product_id") not in ("p-100", "p-200"):
        return refuse(422, "product_id must be one of p-100, p-200")
    text = body.get("text")
    if not isinstance(text, str):
        return refuse(400, "text is required")
    return jsonify(text=re.sub(r"\s+$", "", text[:200])), 201


# Looks so: no code is longer than twelve characters.
@app.post("/coupons")
def coupons():
    code = (request.get_json(silent=True) or {}).get("code")
    if not isinstance(code, str) or len(code) > 12:
        return refuse(400, "code must be a short string")
    if not re.match(r"^([A-Z0-9]+-?)+$", code):
        return refuse(422, "code is malformed")
    return jsonify(discount=5)


# Looks so: the repetition is nested, and each part ends in a dash.
@app.get("/tags/<tag>")
def tags(tag):
    if not re.match(r"^(?:[a-z]+-)*[a-z]+$", tag):
        return refuse(400, "the tag is malformed")
    return jsonify([])


# Looks so: as many rows as are asked for, but no more than a hundred.
@app.get("/latest")
def latest():
    limit = min(int(request.args.get("limit", "10")), 100)
    return jsonify([i * i for i in range(limit)])


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "0")))
