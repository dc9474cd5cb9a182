class CouponsController < ApplicationController
  # Looks so: no code is longer than twelve characters.
  def create
    code = params[:code].to_s
    return render(json: { error: "code must be a short string" }, status: 400) if code.empty? || code.length > 12
    return render(json: { error: "code is malformed" }, status: 422) unless code.match?(/\A([A-Z0-9]+-?)+\z/)

    render json: { discount: 5 }
  end
end
