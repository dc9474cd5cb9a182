# A shop with five ways to stall it, behind checks, and four that only look so.
require 'json'
require 'sinatra'

set :bind, '127.0.0.1'
set :port, ENV.fetch('PORT', '0').to_i
set :environment, :production
set :logging, false

PRODUCTS = [
  { id: 'p-100', name: 'Lamp', price: 40 },
  { id: 'p-200', name: 'Chair', price: 90 }
].freeze
WORDS = /\A(\w+\s?)*\z/
PHONE = /\A(\+?\d+[- ]?)+\z/

helpers do
  def refuse(code, message)
    halt code, { error: message }.to_json
  end

  def body_json
    JSON.parse(request.body.read)
  rescue JSON::ParserError
    refuse 400, 'the body must be JSON'
  end
end

before { content_type :json }

get('/health') { { ok: true }.to_json }

get('/products') { { products: PRODUCTS }.to_json }

get '/products/:id' do
  found = PRODUCTS.find { |p| p[:id] == params[:id] }
  refuse 404, 'no such product' unless found
  found.to_json
end

# Stall: the words of a search, matched with a nested repetition.
get '/search' do
  q = params['q'].to_s
  refuse 400, 'q is required' if q.empty?
  refuse 422, 'sort must be one of price, name' unless %w[price name].include?(params['sort'])
  refuse 422, 'q holds odd characters' unless q =~ WORDS
  PRODUCTS.select { |p| p[:name].downcase.include?(q.downcase) }.to_json
end

# Stall: the phone number, in a form.
post '/contact' do
  refuse 400, 'name is required' if params['name'].to_s.empty?
  refuse 400, 'email must be an e-mail address' unless params['email'].to_s.include?('@')
  refuse 422, 'phone is malformed' unless params['phone'].to_s.match?(PHONE)
  status 201
  { ok: true }.to_json
end

# Stall: every item is compared with every other.
post '/cart' do
  items = body_json['items']
  refuse 400, 'items must be an array' if !items.is_a?(Array) || items.empty?
  refuse 400, 'every item needs a "sku"' unless items.all? { |i| i.is_a?(Hash) && i['sku'].is_a?(String) }
  unique = []
  items.each { |item| unique << item unless unique.any? { |other| other['sku'] == item['sku'] } }
  { items: unique.size }.to_json
end

# Stall: as many rows as are asked for.
get '/report' do
  rows = Integer(params['rows'], exception: false)
  refuse 400, 'rows must be an integer' if rows.nil? || rows < 1
  sum = 0
  rows.times { |i| sum = (sum * 31 + i) % 1_000_003 }
  { sum: sum }.to_json
end

# Stall: every word is looked for among all words.
post '/comments' do
  data = body_json
  refuse 400, 'author is required' unless data['author'].is_a?(String)
  refuse 400, 'text must be a string' unless data['text'].is_a?(String)
  words = data['text'].split
  status 201
  { repeated: words.count { |w| words.count(w) > 1 } }.to_json
end

# Looks so: the text is cut before it is matched.
post '/reviews' do
  data = body_json
  refuse 422, 'product_id must be one of p-100, p-200' unless %w[p-100 p-200].include?(data['product_id'])
  refuse 400, 'text is required' unless data['text'].is_a?(String)
  status 201
  { text: data['text'][0, 200].sub(/\s+$/, '') }.to_json
end

# Looks so: no code is longer than twelve characters.
post '/coupons' do
  code = body_json['code']
  refuse 400, 'code must be a short string' if !code.is_a?(String) || code.length > 12
  refuse 422, 'code is malformed' unless code =~ /\A([A-Z0-9]+-?)+\z/
  { discount: 5 }.to_json
end

# Looks so: the repetition is nested, and each part ends in a dash.
get '/tags/:tag' do
  refuse 400, 'the tag is malformed' unless params['tag'] =~ /\A(?:[a-z]+-)*[a-z]+\z/
  [].to_json
end

# Looks so: as many rows as are asked for, but no more than a hundred.
get '/latest' do
  limit = [params.fetch('limit', '10').to_i, 100].min
  (0...limit).map { |i| i * i }.to_json
end
