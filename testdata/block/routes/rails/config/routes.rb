Rails.application.routes.draw do
  get "health", to: "shop#health"
  scope :api do
    get "report/:kind", to: "shop#report"
    post "contact", to: "shop#contact"
    resources :coupons, only: [:create]
    get "orders/:number", to: "shop#order", constraints: { number: /\d{1,8}/ }
  end
end
