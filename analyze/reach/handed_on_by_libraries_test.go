package reach

import "testing"

// TestHandedOnByLibraries follows texts through what libraries call later, by other names, or for each element, and holds that
// near misses of these are not followed.
func TestHandedOnByLibraries(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"tasks of FastAPI by the names of parameters", "a.py", `
import re
from fastapi import FastAPI, BackgroundTasks
app = FastAPI()
def job(a, b=''):
    re.match('(a+)+$', a)
    re.match('(b+)+$', b)
@app.post('/a')
async def a(tasks: BackgroundTasks, q: str):
    tasks.add_task(job, 'x', b=q)
`, "6 constant; remote url POST /a q -1"},
		{"tasks of Celery", "a.py", `
import re
from celery import Celery
from flask import Flask, request
celery, app = Celery('a'), Flask(__name__)
@celery.task(bind=True)
def bound(self, a, b=''):
    re.match('(a+)+$', a)
    re.match('(b+)+$', b)
@celery.task
def plain(a, b):
    re.match('(c+)+$', a)
    re.match('(d+)+$', b)
@app.post('/a')
def a():
    bound.delay('x', b=request.form['b'])
    plain.apply_async(args=[request.form['c'], 'x'], countdown=3)
`, "remote-possible message a -1; remote body POST /a request.form.b -1; remote body POST /a request.form.c -1; remote-possible message b -1"},
		{"classes of Python with parameters", "a.py", `
import re
from typing import Generic, TypeVar
from flask import Flask, request
R = TypeVar('R')
class Service(Generic[R]):
    def __init__(self, repository: R): self.repository = repository
class Repo:
    def find(self, s): re.match('(a+)+$', s)
    def look(self, s): re.match('(b+)+$', s)
class Parts(Service[Repo]):
    def search(self, s): return self.repository.find(s)
app = Flask(__name__)
@app.get('/a')
def a():
    Parts(Repo()).search(request.args['q'])
`, "remote url GET /a request.args.q -1; 10 unknown"},
		{"managers of Django made of query sets", "views.py", `
import re
from django.db import models
class Issues(models.QuerySet):
    def visible(self): return self.filter(hidden=False)
    def search(self, s): re.match('(a+)+$', s)
    def never(self, s): re.match('(b+)+$', s)
class Manager(models.Manager.from_queryset(Issues)): pass
class Issue(models.Model):
    objects = Manager()
def a(request):
    return Issue.objects.visible().search(request.GET['q'])
`, "remote url GET.q -1; 7 unknown"},
		{"fields and hooks of Django", "app/context.py", `
import re
from django import forms, template
from django.contrib.auth.backends import ModelBackend
from django.db.models.signals import post_save
from django.dispatch import receiver
register = template.Library()
class Tags(forms.CharField):
    def to_python(self, value): return re.split('(a+)+$', value)
    def other(self, value): return re.split('(b+)+$', value)
class Backend(ModelBackend):
    def authenticate(self, request, username=None): re.match('(c+)+$', username)
@receiver(post_save)
def saved(sender, instance, **kwargs): re.match('(d+)+$', instance.text)
@register.filter
def short(value): return re.sub('(e+)+$', '', value)
def crumbs(request): return {'path': re.sub('(f+)+$', '', request.GET['at'])}
def unused(value): return re.sub('(g+)+$', '', value)
`, "remote body value 2621440; 10 unknown; remote-possible body username -1; remote-possible body text -1; remote-possible database value -1; remote url GET.at -1; 18 unknown"},
		{"fields and hooks of Flask", "a.py", `
import re
from flask import Flask, g, request
from marshmallow import Schema, pre_load
from wtforms import Field
app = Flask(__name__)
class Tags(Field):
    def process_formdata(self, valuelist): self.data = re.split('(a+)+$', valuelist[0])
    def other(self, valuelist): self.data = re.split('(b+)+$', valuelist[0])
class S(Schema):
    @pre_load
    def lower(self, data, **kwargs): return re.sub('(c+)+$', '', data['x'])
    def other(self, data): return re.sub('(d+)+$', '', data['x'])
@app.url_value_preprocessor
def pull(endpoint, values):
    re.match('(e+)+$', endpoint)
    g.section = values.get('section')
@app.before_request
def check(): re.match('(f+)+$', g.section)
@app.template_filter()
def short(value): return re.sub('(g+)+$', '', value)
`, "remote body 0 -1; 9 unknown; remote body x -1; 13 unknown; 16 unknown; remote path values -1; remote-possible database value -1"},
		{"properties of what requests send", "a.py", `
import re
from fastapi import FastAPI
from pydantic import BaseModel, Field
class Address(BaseModel):
    city: str
    short: str = Field(max_length=30)
    @property
    def label(self): return re.sub('(a+)+$', '', self.city)
    @property
    def brief(self): return re.sub('(b+)+$', '', self.short)
    @property
    def never(self): return re.sub('(c+)+$', '', self.city)
    def plain(self): return re.sub('(d+)+$', '', self.city)
class Other(BaseModel):
    city: str
    @property
    def label(self): return re.sub('(e+)+$', '', self.city)
class Order(BaseModel):
    to: Address
app = FastAPI()
def place(order: Order): return order.to.label + order.to.brief
@app.post('/a')
async def a(order: Order): return place(order)
`, "remote body POST /a to.city -1; remote body POST /a to.short 30; 13 unknown; 14 unknown; 18 unknown"},
		{"lists of serializers", "views.py", `
import re
from rest_framework import serializers, viewsets
class S(serializers.Serializer):
    labels = serializers.ListField(child=serializers.CharField(max_length=20))
    loose = serializers.ListField(child=serializers.CharField())
    def validate_labels(self, value): return [v for v in value if re.match('(a+)+$', v)]
    def validate_loose(self, value): return [v for v in value if re.match('(b+)+$', v)]
    def validate_none(self, value): return [v for v in value if re.match('(c+)+$', v)]
class V(viewsets.ModelViewSet):
    serializer_class = S
`, "remote body data.labels.* 20; remote body data.loose.* -1; 9 unknown"},
		{"elements that Ruby searches", "a.rb", `
require 'sinatra'
get('/a') { params[:q].split(',').grep_v(/(a+)+$/) }
get('/b') { %w[x y].grep(/(b+)+$/) }
`, "remote url GET /a params.q 10240; 4 constant"},
		{"scopes of Rails", "app/models/item.rb", `
module Slugs
  extend ActiveSupport::Concern
  included do
    scope :with_slug, ->(s) { s =~ /(a+)+$/ }
  end
end
class Item < ApplicationRecord
  include Slugs
  scope :late, lambda { |s| where(a: s.sub(/(b+)+$/, '')) }
  scope :open, -> { where(open: true) }
  scope :shut, ->(x) { x ? all : none }
  scope :never, lambda { |s| where(a: s.sub(/(c+)+$/, '')) }
  def self.about(s) = s =~ /(d+)+$/
  def self.like(s) = s =~ /(e+)+$/
  def self.alike(s) = s =~ /(f+)+$/
end
class ItemsController < ApplicationController
  def index
    Item.with_slug(params[:a])
    Item.where(x: 1).late(params[:b])
    Item.all.order(:x).about(params[:d])
    Item.open.shut(true).like(params[:e])
    Item.count.alike(params[:f])
  end
end
`, "remote body params.a -1; remote body params.b -1; 13 unknown; remote body params.d -1; remote body params.e -1; 16 unknown"},
		{"notifications of Rails", "app/controllers/a_controller.rb", `
class AController < ApplicationController
  def index = ActiveSupport::Notifications.instrument('a.b', to: params[:q])
end
ActiveSupport::Notifications.subscribe('a.b') { |name, start, finish, id, payload| payload[:to] =~ /(a+)+$/ }
ActiveSupport::Notifications.subscribe('a.b') { |event| event.payload[:to] =~ /(b+)+$/ }
ActiveSupport::Notifications.subscribe('a.c') { |event| event.payload[:to] =~ /(c+)+$/ }
`, "remote body params.q -1; remote body params.q.to -1; 7 unknown"},
		{"functions of PHP unless there are such", "a.php", `<?php
if (!function_exists('short')) {
  function short($s) { return preg_replace('/(a+)+$/', '', $s); }
}
if (!class_exists('Text')) {
  class Text { static function cut($s) { return preg_replace('/(b+)+$/', '', $s); } }
}
short($_GET['a']);
Text::cut($_GET['b']);
`, "remote url /a.php $_GET.a -1; remote url /a.php $_GET.b -1"},
		{"models and collections of Laravel", "app/Models/Event.php", `<?php
namespace App\Models;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Casts\Attribute;
class Event extends Model {
  public function setBodyAttribute($value) { preg_match('/(a+)+$/', $value); }
  public function settleAll($value) { preg_match('/(b+)+$/', $value); }
  protected function title(): Attribute { return Attribute::make(set: fn ($value) => preg_replace('/(c+)+$/', '', $value)); }
  protected static function booted(): void { static::creating(function (Event $e) { preg_match('/(d+)+$/', $e->note); }); }
}
collect(explode(',', $_GET['q']))->map(fn ($s) => trim($s))->reject(fn ($s) => preg_match('/(e+)+$/', $s));
preg_match('/(f+)+$/', env('MODE'));
`, "remote-possible body $value -1; 7 unknown; remote-possible body $value -1; remote-possible body note -1; remote url /Event.php $_GET.q -1; 12 local"},
	} {
		if got := ways(t, test.file, test.text); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
