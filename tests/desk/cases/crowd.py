#!/usr/bin/python3
"""Five hundred prompts at once on one bus of dbus-daemon: each gets its own answer, and no notification stays."""

import os
import subprocess
import threading
import time

from gi.repository import Gio, GLib

NAME, PATH, CROWD = "org.freedesktop.Notifications", "/org/freedesktop/Notifications", 500
INTERFACE = f"""<node><interface name="{NAME}">
<method name="Notify"><arg direction="in" type="s"/><arg direction="in" type="u"/><arg direction="in" type="s"/>
<arg direction="in" type="s"/><arg direction="in" type="s"/><arg direction="in" type="as"/>
<arg direction="in" type="a{{sv}}"/><arg direction="in" type="i"/><arg direction="out" type="u"/></method>
<method name="CloseNotification"><arg direction="in" type="u"/></method>
<method name="GetCapabilities"><arg direction="out" type="as"/></method>
<method name="GetServerInformation"><arg direction="out" type="s"/><arg direction="out" type="s"/>
<arg direction="out" type="s"/><arg direction="out" type="s"/></method></interface></node>"""

shown, up = {}, set()


def call(_bus, _sender, _path, _interface, method, arguments, invocation):
    if method == "Notify":
        number = len(shown) + 1
        shown[number] = arguments.unpack()
        up.add(number)
        invocation.return_value(GLib.Variant("(u)", (number,)))
    elif method == "CloseNotification":
        up.discard(arguments.unpack()[0])
        invocation.return_value(None)
    elif method == "GetCapabilities":
        invocation.return_value(GLib.Variant("(as)", (["actions", "body"],)))
    else:
        invocation.return_value(GLib.Variant("(ssss)", ("crowd", "plyn", "1", "1.2")))


def until(condition):
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], call, None, None)
bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
              GLib.Variant("(su)", (NAME, 0)), None, 0, 5000, None)
threading.Thread(target=GLib.MainLoop().run, daemon=True).start()

prompts = [
    subprocess.Popen(
        [os.environ["PLYN"], "wait", "--no-terminal", "--choices", f"yes-{n},no-{n}", f"{n}?"],
        stdout=subprocess.PIPE, env=dict(os.environ, PLYN_NOTIFY_SESSION=str(n)))
    for n in range(CROWD)
]
until(lambda: len(shown) == CROWD)
print(f"shown: {len(shown)}")
for number, arguments in shown.items():
    actions = arguments[5]
    key = actions[actions.index("yes-" + arguments[4].split("?")[0]) - 1]
    bus.emit_signal(None, PATH, NAME, "ActionInvoked", GLib.Variant("(us)", (number, key)))
right = sum(prompt.communicate()[0] == b"yes-%d\n" % n and prompt.returncode == 0 for n, prompt in enumerate(prompts))
print(f"answered rightly: {right}")
until(lambda: not up)
print(f"left on the screen: {len(up)}")
