package rails

import (
	"slices"
	"strings"
	"testing"

	"snag/analyze/source/tree/ruby"
)

// TestRead has what ActionDispatch 6.1 makes of the same file.
func TestRead(t *testing.T) {
	const file = `
Rails.application.routes.draw do
  root 'home#index'
  concern :commentable do
    resources :comments, only: [:index, :create]
  end
  namespace :admin do
    root to: 'dashboard#show'
    resources :users, only: %i[index show], param: :slug do
      post :ban, on: :member
      get 'search', on: :collection
      get :preview
    end
    resource :profile, only: :show
  end
  scope '/api', module: 'api', as: 'api' do
    scope :v1, controller: 'things' do
      get 'list'
      post 'save', action: :store
    end
    resources :photos, path: 'pics', except: [:new, :edit], concerns: :commentable
  end
  resources :categories, controller: 'kinds' do
    resources :entries, shallow: true, only: [:index, :show]
  end
  resource :basket do
    member { put 'clear' }
    collection { get 'total' }
  end
  get 'about/us'
  get '/old', to: redirect('/new')
  get 'posts/:id(.:format)' => 'posts#show', as: :post_page
  match 'hook', to: 'hooks#receive', via: :all
  match 'both', to: 'hooks#both', via: [:get, :post]
  %w[a b].each { |x| get "step/#{x}", to: "steps##{x}" }
  controller :sessions do
    get 'login', action: :new
    delete 'logout', action: 'destroy'
  end
  scope ':locale', locale: /en|de/ do
    get 'help', to: 'help#show'
  end
  constraints(subdomain: 'x') do
    get 'sub', to: 'subs#index'
  end
  get :ping, to: 'pings#show'
  scope module: 'legacy' do
    resources :boxes, only: :show
  end
  resources :stories, :people, only: :index
end
`
	want := strings.Split(strings.TrimSpace(`
GET / home#index
GET /admin admin/dashboard#show
GET /admin/users admin/users#index
GET /admin/users/:slug admin/users#show
POST /admin/users/:slug/ban admin/users#ban
GET /admin/users/search admin/users#search
GET /admin/users/:user_slug/preview admin/users#preview
GET /admin/profile admin/profiles#show
GET /api/v1/list api/things#list
POST /api/v1/save api/things#store
GET /api/pics api/photos#index
POST /api/pics api/photos#create
GET /api/pics/:id api/photos#show
PATCH,PUT /api/pics/:id api/photos#update
DELETE /api/pics/:id api/photos#destroy
GET /api/pics/:photo_id/comments api/comments#index
POST /api/pics/:photo_id/comments api/comments#create
GET /categories kinds#index
POST /categories kinds#create
GET /categories/new kinds#new
GET /categories/:id/edit kinds#edit
GET /categories/:id kinds#show
PATCH,PUT /categories/:id kinds#update
DELETE /categories/:id kinds#destroy
GET /categories/:category_id/entries entries#index
GET /entries/:id entries#show
POST /basket baskets#create
GET /basket/new baskets#new
GET /basket/edit baskets#edit
GET /basket baskets#show
PATCH,PUT /basket baskets#update
DELETE /basket baskets#destroy
PUT /basket/clear baskets#clear
GET /basket/total baskets#total
GET /about/us about#us
GET /posts/:id posts#show
* /hook hooks#receive
GET,POST /both hooks#both
GET /step/a steps#a
GET /step/b steps#b
GET /login sessions#new
DELETE /logout sessions#destroy
GET /:locale/help help#show
GET /sub subs#index
GET /ping pings#show
GET /boxes/:id legacy/boxes#show
GET /stories stories#index
GET /people people#index
`), "\n")
	if got := routes(file); !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func routes(file string) []string {
	var all []string
	for _, r := range Read(ruby.Parse([]byte(file))) {
		methods := strings.Join(slices.Sorted(slices.Values(r.Methods)), ",")
		if methods == "" {
			methods = "*"
		}
		all = append(all, methods+" "+r.Path+" "+r.Controller+"#"+r.Action)
	}
	return all
}

func TestReadUnusual(t *testing.T) {
	for _, test := range []struct{ name, file, want string }{
		{"a part that is not known", "scope Settings.prefix do\n get 'a', to: 'b#c'\nend", "GET /{…}/a b#c"},
		{"a path that is not known", "get path_of(:x), to: 'b#c'", "GET /{…} b#c"},
		{"another application", "mount Engine => '/engine'\nget 'x', to: Other", ""},
		{"a condition", "if Settings.on?\n get 'a', to: 'b#c'\nelse\n get 'd', to: 'e#f'\nend", "GET /a b#c, GET /d e#f"},
		{"no routes", "class Foo\n  def get(x) = x\nend", ""},
		{"a concern in itself", "concern :a do\n concerns :a\n concerns :a\n get 'x', to: 'y#z'\nend\n", ""},
		{"calls without names", "->(x) { get x }.call\n(get)\nget", ""},
	} {
		if got := strings.Join(routes(test.file), ", "); got != test.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", test.name, test.file, got, test.want)
		}
	}
}

func TestReadIsBounded(t *testing.T) {
	file := "concern :a do\n concerns :a\n concerns :a\nend\nconcerns :a\n"
	file += strings.Repeat("%w[a b c d e f g h].each do |x|\n", 30) + "get x" + strings.Repeat("\nend", 30)
	if n := len(routes(file)); n > maxRoutes {
		t.Errorf("%d routes", n)
	}
	routes(strings.Repeat("scope 'a' do\n", 5000))
}

func FuzzRead(f *testing.F) {
	f.Add("resources :a, shallow: true do\n member { get :b }\nend")
	f.Add("%w[a b].each { |x| get \"#{x}\", to: 'c#d' }")
	f.Fuzz(func(t *testing.T, file string) {
		for _, r := range Read(ruby.Parse([]byte(file))) {
			if r.Path == "" || r.Path[0] != '/' || r.Start < 0 || int(r.End) > len(file) || r.Start > r.End {
				t.Errorf("%q: %+v", file, r)
			}
		}
	})
}
