import smtplib, requests
__all__ = ["send", "ping"]
def send(to):
    smtplib.SMTP("x").sendmail(to) #!
ping = lambda url: requests.get(url) #!
