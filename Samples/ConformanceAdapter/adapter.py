"""Enough of an SDK to be tested: setRequestor and checkAuthentication, on a device without TV provider accounts."""
import base64, hashlib, http.client, json, os, ssl, sys, urllib.error, urllib.parse, urllib.request

DEVICE = b'{"model": "Example", "version": "1", "osName": "iOS", "osVersion": "1", "connectionType": "WiFi"}'
class Failed(Exception): pass
class NoRedirect(urllib.request.HTTPRedirectHandler): redirect_request = lambda *details: None
def say(kind, **parts): print(json.dumps({"type": kind, **parts}), flush=True)
class SDK:
    def __init__(self, number, context):
        self.number, self.context, self.failure = number, context, "CFG400"
        os.makedirs(context["storeDirectory"], mode=0o700, exist_ok=True)
        self.path = os.path.join(context["storeDirectory"], hashlib.md5(context["applicationID"].encode()).hexdigest())
        self.kept = json.load(open(self.path)) if os.path.exists(self.path) else {}
        self.keep(device=self.kept.get("device") or os.urandom(32).hex())
    def keep(self, **values):
        self.kept.update(values)
        with open(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file: json.dump(self.kept, file)
    def tell(self, callback, **parts): say("callback", object=self.number, callback=callback, **parts)
    def ask(self, path, code, data=None, kind="application/x-www-form-urlencoded", token=""):
        headers = {"Accept": "application/json", "Content-Type": kind, "Authorization": token, "X-Device-Info": base64.b64encode(DEVICE)}
        for isLast in (False, False, True):
            request = urllib.request.Request(self.context["serviceURL"] + path, data and data.encode(), headers)
            try: return json.load(urllib.request.build_opener(NoRedirect).open(request, timeout=30))
            except urllib.error.HTTPError as error:
                if error.code < 500 or isLast: raise Failed(code(error.code))
            except (http.client.IncompleteRead, ValueError): raise Failed(code(200))
            except OSError as error:  # refused, unknown, lost
                if isLast: raise Failed("SEC420" if isinstance(getattr(error, "reason", None), ssl.SSLError) else "CFG404")
    def renewToken(self):
        if "client_id" not in self.kept:
            client = self.ask("/o/client/register", lambda status: "R400", json.dumps({"software_statement": self.context["softwareStatement"]}), "application/json")
            if "client_id" not in client: raise Failed("R400")
            self.keep(client_id=client["client_id"], client_secret=client["client_secret"])
        form = {"grant_type": "client_credentials", **{name: self.kept[name] for name in ("client_id", "client_secret")}}
        self.keep(token=self.ask("/o/client/token", lambda status: "R401", urllib.parse.urlencode(form))["access_token"])
    def configure(self, path):
        codes = {400: "CFG400", 404: "CFG400", 401: "R401", 403: "SEC403"}
        for isLast in (False, True):
            if "token" not in self.kept or isLast: self.renewToken()
            try: return self.ask(path, lambda status: codes.get(status, f"CFG{max(status, 500)}"), token="Bearer " + self.kept["token"])
            except Failed as failure:
                if str(failure) != "R401" or isLast: raise
    def setRequestor(self, call):
        path = {"v1": "/api/v1/config/{}", "v2": "/api/v2/{}/configuration"}[self.context["service"]]
        try: self.failure = None if "requestor" in self.configure(path.format(call["requestor"])) else "CFG500"
        except Failed as failure: self.failure = str(failure)
        if self.failure: self.tell("status", errorId=self.failure, level="error")
        self.tell("setRequestorComplete", status=0 if self.failure else 1)
    def checkAuthentication(self, call):  # nobody can sign in here
        self.tell("status", errorId=self.failure or "N000", level="error" if self.failure else "info")
        self.tell("setAuthenticationStatus", status=0, errorCode=f"{'GENERIC_AUTHENTICATION' if self.failure else 'USER_NOT_AUTHENTICATED'}_ERROR")
    def getMetadata(self, call):
        self.tell("setMetadataStatus", value=self.kept["device"] if call["key"]["opcode"] == "METADATA_DEVICE_ID" else None, key=call["key"], arguments=call["arguments"])

objects = {}
say("hello", protocol=1, name="adapter.py", capabilities=["speaksV1", "speaksV2", "behavesAsIOS"])
for message in map(json.loads, sys.stdin):
    if message["type"] == "make": objects[message["object"]] = SDK(message["object"], message["context"]); say("made", number=message["number"])
    if message["type"] == "call": getattr(objects[message["object"]], message["verb"])(message)
    if message["type"] == "release": objects.pop(message["object"]); say("released", object=message["object"])
