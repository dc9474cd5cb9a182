from django.urls import include, path, re_path

import views

shop = [
    path("search/", views.search),
    path("cart/", views.Cart.as_view()),
    path("coupons/", views.coupons),
    re_path(r"^orders/(?P<number>\d{1,8})/$", views.order),
]
urlpatterns = [path("health", views.health), path("shop/", include(shop))]
