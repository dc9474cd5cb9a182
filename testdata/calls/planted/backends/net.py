import requests, socket, time
from urllib.request import urlopen
class Base:
    def __init__(self):
        self.session = requests.Session()
    def send(self, url):
        return self.session.get(url) #!
class Client(Base):
    def get(self, url):
        time.sleep(0.1) #!
        return self.send(url).text + requests.post(url).text #!
def lookup(name):
    return socket.gethostbyname(name) + urlopen(name).read() #!2
