class ShopController < ApplicationController
  def health
    render json: { ok: true }
  end

  # Stall: as many rows as are asked for.
  def report
    return render(json: { error: "kind must be one of day, week" }, status: 404) unless %w[day week].include?(params[:kind])

    rows = Integer(params[:rows], exception: false)
    return render(json: { error: "rows must be an integer" }, status: 400) unless rows

    render json: { sum: (0...rows).reduce(0) { |sum, i| (sum * 31 + i) % 1_000_003 } }
  end

  # Stall: the phone number, in a form.
  def contact
    contact = params.require(:contact).permit(:name, :phone)
    return render(json: { error: "name is required" }, status: 400) if contact[:name].blank?
    return render(json: { error: "phone is malformed" }, status: 422) unless contact[:phone].to_s.match?(/\A(\+?\d+[- ]?)+\z/)

    render json: { ok: true }, status: 201
  end

  # Looks so: the route takes at most eight digits.
  def order
    render json: { known: params[:number].match?(/\A(\d+)*\z/) }
  end
end
