"""A Secret Service on the session bus, for tests: one unlocked collection in memory, plain sessions.

Usage: secret_service.py COMMAND...: runs the command on a session bus of its own once the service answers, and ends with its
exit status. Not by dbus-run-session: where SIGTERM is blocked, as it may be in a test, its bus would stay behind.
"""

import os
import subprocess
import sys
import threading
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

ROOT = "/org/freedesktop/secrets"
SECRET = "org.freedesktop.Secret."
PROPERTIES = "org.freedesktop.DBus.Properties"


class WithProperties(dbus.service.Object):
    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.properties()[name]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return dbus.Dictionary(self.properties(), signature="sv")


class Session(dbus.service.Object):
    @dbus.service.method(SECRET + "Session")
    def Close(self):
        pass


class Item(WithProperties):
    def __init__(self, service, path, attributes, label, value):
        super().__init__(service.bus, path)
        self.service, self.path, self.attributes, self.label = service, path, attributes, label
        self.change(value)

    def change(self, value):
        self.value, self.modified = value, int(time.time())

    def properties(self):
        return {
            "Locked": False,
            "Attributes": dbus.Dictionary(self.attributes, signature="ss"),
            "Label": self.label,
            "Created": dbus.UInt64(self.modified),
            "Modified": dbus.UInt64(self.modified),
        }

    @dbus.service.method(SECRET + "Item", out_signature="o")
    def Delete(self):
        self.service.items.remove(self)
        self.remove_from_connection()
        return "/"

    @dbus.service.method(SECRET + "Item", in_signature="o", out_signature="(oayays)")
    def GetSecret(self, session):
        return self.secret(session)

    def secret(self, session):
        return dbus.Struct(
            (session, dbus.ByteArray(b""), dbus.ByteArray(self.value), "text/plain"), signature="oayays"
        )


class Collection(WithProperties):
    def __init__(self, service, path):
        super().__init__(service.bus, path)
        self.service = service

    def properties(self):
        return {
            "Items": dbus.Array([item.path for item in self.service.items], signature="o"),
            "Label": "Test",
            "Locked": False,
            "Created": dbus.UInt64(0),
            "Modified": dbus.UInt64(0),
        }

    @dbus.service.method(
        SECRET + "Collection", in_signature="a{sv}(oayays)b", out_signature="oo", byte_arrays=True
    )
    def CreateItem(self, properties, secret, replace):
        attributes = dict(properties[SECRET + "Item.Attributes"])
        found = [item for item in self.service.items if item.attributes == attributes]
        if found and replace:
            found[0].change(bytes(secret[2]))
            return found[0].path, "/"
        self.service.count += 1
        path = f"{ROOT}/collection/test/{self.service.count}"
        label = properties[SECRET + "Item.Label"]
        self.service.items.append(Item(self.service, path, attributes, label, bytes(secret[2])))
        return path, "/"


class Service(WithProperties):
    def __init__(self, bus):
        super().__init__(bus, ROOT)
        self.bus, self.items, self.count = bus, [], 0
        self.parts = [
            Session(bus, ROOT + "/session/1"),
            Collection(self, ROOT + "/collection/test"),
            Collection(self, ROOT + "/aliases/default"),
        ]

    def properties(self):
        return {"Collections": dbus.Array([ROOT + "/collection/test"], signature="o")}

    @dbus.service.method(SECRET + "Service", in_signature="sv", out_signature="vo")
    def OpenSession(self, algorithm, value):
        if algorithm != "plain":
            raise dbus.DBusException("plain only", name="org.freedesktop.DBus.Error.NotSupported")
        return dbus.String("", variant_level=1), ROOT + "/session/1"

    @dbus.service.method(SECRET + "Service", in_signature="a{ss}", out_signature="aoao")
    def SearchItems(self, wanted):
        found = [i.path for i in self.items if all(i.attributes.get(n) == v for n, v in wanted.items())]
        return dbus.Array(found, signature="o"), dbus.Array([], signature="o")

    @dbus.service.method(SECRET + "Service", in_signature="ao", out_signature="aoo")
    def Unlock(self, paths):
        return paths, "/"

    @dbus.service.method(SECRET + "Service", in_signature="aoo", out_signature="a{o(oayays)}")
    def GetSecrets(self, paths, session):
        found = {item.path: item.secret(session) for item in self.items if item.path in paths}
        return dbus.Dictionary(found, signature="o(oayays)")

    @dbus.service.method(SECRET + "Service", in_signature="s", out_signature="o")
    def ReadAlias(self, name):
        return ROOT + "/collection/test"


daemon = subprocess.Popen(
    ["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, text=True
)
os.environ["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().strip()
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
service = Service(bus)
name = dbus.service.BusName("org.freedesktop.secrets", bus)
loop = GLib.MainLoop()
status = []


def run():
    # The thread sanitizer cannot see GLib's own locks, since GLib is not built for it.
    environment = dict(os.environ, TSAN_OPTIONS="ignore_noninstrumented_modules=1")
    status.append(subprocess.run(sys.argv[1:], env=environment).returncode)
    GLib.idle_add(loop.quit)


threading.Thread(target=run).start()
loop.run()
daemon.kill()
daemon.wait()
os._exit(status[0])  # The bus is gone: the library would end this process with another status.
