import json
import re

from django import forms
from django.http import JsonResponse
from django.views import View
from django.views.decorators.http import require_GET, require_POST

WORDS = re.compile(r"^(\w+\s?)*$")


class SearchForm(forms.Form):
    q = forms.CharField()
    sort = forms.ChoiceField(choices=[("price", "Price"), ("name", "Name")])


class CouponForm(forms.Form):
    code = forms.CharField(max_length=12)


def health(request):
    return JsonResponse({"ok": True})


# Stall: the words of a search, matched with a nested repetition.
@require_GET
def search(request):
    form = SearchForm(request.GET)
    if not form.is_valid():
        return JsonResponse(form.errors, status=400)
    if not WORDS.match(form.cleaned_data["q"]):
        return JsonResponse({"q": ["odd characters"]}, status=422)
    return JsonResponse({"products": []})


# Stall: every item is compared with every other.
class Cart(View):
    def post(self, request):
        try:
            body = json.loads(request.body)
        except ValueError:
            return JsonResponse({"error": "the body must be JSON"}, status=400)
        items = body.get("items") if isinstance(body, dict) else None
        if not isinstance(items, list) or not items:
            return JsonResponse({"error": "items must be an array"}, status=400)
        if any(not isinstance(item, dict) or not isinstance(item.get("sku"), str) for item in items):
            return JsonResponse({"error": 'every item needs a "sku"'}, status=400)
        unique = []
        for item in items:
            if not any(other["sku"] == item["sku"] for other in unique):
                unique.append(item)
        return JsonResponse({"items": len(unique)}, status=201)


# Looks so: no code is longer than twelve characters.
@require_POST
def coupons(request):
    form = CouponForm(request.POST)
    if not form.is_valid():
        return JsonResponse(form.errors, status=400)
    if not re.match(r"^([A-Z0-9]+-?)+$", form.cleaned_data["code"]):
        return JsonResponse({"code": ["malformed"]}, status=422)
    return JsonResponse({"discount": 5})


# Looks so: the route takes at most eight digits.
def order(request, number):
    return JsonResponse({"known": bool(re.match(r"^(\d+)*$", number))})
