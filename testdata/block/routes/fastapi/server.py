"""A shop with two ways to stall it, behind checks, and two that only look so."""
import os
import re
from typing import List

import uvicorn
from fastapi import APIRouter, FastAPI, HTTPException, Query
from pydantic import BaseModel, Field

app = FastAPI()
api = APIRouter(prefix="/api")
WORDS = re.compile(r"^(\w+\s?)*$")


class Item(BaseModel):
    sku: str
    count: int = 1


class Cart(BaseModel):
    email: str = Field(..., min_length=3)
    items: List[Item]


class Coupon(BaseModel):
    code: str = Field(..., max_length=12)


@app.get("/health")
async def health():
    return {"ok": True}


# Stall: the words of a search, matched with a nested repetition.
@api.get("/search")
async def search(q: str, sort: str = Query("price")):
    if sort not in ("price", "name"):
        raise HTTPException(422, "sort must be one of price, name")
    if not WORDS.match(q):
        raise HTTPException(422, "q holds odd characters")
    return []


# Stall: every item is compared with every other.
@api.post("/cart", status_code=201)
async def cart(cart: Cart):
    if "@" not in cart.email:
        raise HTTPException(400, "email must be an e-mail address")
    unique = []
    for item in cart.items:
        if not any(other.sku == item.sku for other in unique):
            unique.append(item)
    return {"items": len(unique)}


# Looks so: no code is longer than twelve characters.
@api.post("/coupons")
async def coupons(coupon: Coupon):
    if not re.match(r"^([A-Z0-9]+-?)+$", coupon.code):
        raise HTTPException(422, "code is malformed")
    return {"discount": 5}


# Looks so: as many rows as are asked for, but no more than a hundred.
@api.get("/latest/{kind}")
async def latest(kind: str, limit: int = Query(10, ge=1, le=100)):
    return [kind] * len([i * i for i in range(limit)])


app.include_router(api)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ.get("PORT", "0")), log_level="warning")
