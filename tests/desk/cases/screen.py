#!/usr/bin/env python3
"""The doctor's screen on a desktop: as it is, with a server that dies while its test is open, and with a frozen one.

usage: screen.py SERVER, in a session of desk, with the program in $PLYN. One line a result on stdout; what was measured is
on stderr. A key counts as answered when the frame that it brings is out: a screen of its own, so a large one.
"""
import json, os, pty, re, select, signal, statistics, struct, subprocess, sys, termios, time, fcntl

FRAME = 1 / 60
BEGIN, END = b"\x1b[?2026h", b"\x1b[?2026l"


class Doctor:
    """The program at a terminal of 80 by 24 that answers nothing."""

    def __init__(self):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
            os.execve(os.environ["PLYN"], ["plyn-notify", "doctor"], environment)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.bytes = b""

    def read(self, until):
        """Reads what comes; whether something did before then."""
        ready, _, _ = select.select([self.fd], [], [], max(0, until - time.monotonic()))
        if not ready:
            return False
        try:
            self.bytes += os.read(self.fd, 65536)
        except OSError:
            return False
        return True

    def press(self, keys, large=600, holds=b""):
        """Presses keys; the frame that they bring, which is so large and holds this, and how long it took."""
        while self.read(time.monotonic()):
            pass
        self.bytes = b""
        begun = time.monotonic()
        os.write(self.fd, keys.encode())
        while time.monotonic() < begun + 10:
            self.read(begun + 10)
            for frame in re.findall(re.escape(BEGIN) + b"(.*?)" + re.escape(END), self.bytes, re.S):
                if len(frame) >= large and holds in frame:
                    return frame.decode(), time.monotonic() - begun
        sys.exit(f"{keys!r} is not answered: {self.bytes!r}")

    def text(self):
        """What is on the screen: all of it is drawn anew by Ctrl-L."""
        frame, _ = self.press("\x0c", 200, b"\x1b[2J")
        rows = {}
        row = 1
        for piece in re.split(r"(\x1b\[[0-9;?]*[A-Za-z])", frame):
            place = re.fullmatch(r"\x1b\[(\d+);\d+H", piece)
            if place:
                row = int(place[1])
            elif not piece.startswith("\x1b"):
                rows[row] = rows.get(row, "") + " " + piece
        # Nothing is written where a row is empty.
        return [re.sub(r"\s+", " ", rows.get(row, "")).strip() for row in range(1, max(rows) + 1)]

    def wait(self, wanted, what):
        until = time.monotonic() + 15
        while time.monotonic() < until:
            lines = self.text()
            if wanted(lines):
                return lines
            time.sleep(0.05)
        sys.exit(f"never {what}: {lines}")

    def verdict(self):
        """What it says would happen to a prompt, once it has looked at everything."""
        self.press("2")
        self.press("1")
        lines = self.wait(lambda lines: not any("ooking" in line for line in lines), "at rest")
        # Behind its sign, up to the air below it; the bar at the right edge is none of it.
        lines = [line.strip("┃│ ") for line in lines[2:]]
        begins = next(at for at, line in enumerate(lines) if line)
        sentence = " ".join(lines[begins:lines.index("", begins)])
        return sentence.lstrip("✓▲✗ ")

    def keys(self, what):
        """Whether keys are answered within a frame, now."""
        times = [self.press(key)[1] for _ in range(20) for key in "21"]
        median = statistics.median(times)
        print(f"{what}: {median * 1000:.1f} ms, at most {max(times) * 1000:.1f}", file=sys.stderr)
        print(f"{what}: " + ("within a frame" if median < FRAME else "late"))

    def leave(self):
        os.write(self.fd, b"q")
        until = time.monotonic() + 5
        while self.read(until):
            pass
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def owner():
    """The process that shows notifications."""
    call = ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
            "--method", "org.freedesktop.DBus.GetConnectionUnixProcessID", "org.freedesktop.Notifications"]
    said = subprocess.run(call, capture_output=True, text=True).stdout
    return int(re.sub(r"uint32|\D", "", said)) if said else None


def mend():
    """Does what is advised for a server that hangs, if that is a command."""
    report = subprocess.run([os.environ["PLYN"], "doctor", "--json"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    check = next(check for check in json.loads(report.stdout)["checks"] if check["id"] == "desktop.server")
    advice = check["fix"].get("command") or check["fix"]["text"]
    command = re.search(r"kill -9 \d+", advice)
    before = owner()
    os.system(command[0])
    until = time.monotonic() + 10
    while owner() == before and time.monotonic() < until:
        time.sleep(0.05)
    print("the advice: " + ("ends it" if owner() != before else "does not help"))


def main():
    server = sys.argv[1]
    doctor = Doctor()
    print(f"as it is: {doctor.verdict()}")
    doctor.keys("keys")
    if server != "none":
        doctor.press("4")
        doctor.press("\r", 100)
        doctor.wait(lambda lines: any("shown as #" in line for line in lines), "shown")
        subprocess.run(["desk-server", "kill"], check=True)
        doctor.wait(lambda lines: any("✗" in line for line in lines), "said to have failed")
        doctor.keys("keys, when it has died")
        print(f"dead: {doctor.verdict()}")
        subprocess.run(["desk-server", "start"], check=True)
        while owner() is None:
            time.sleep(0.05)
        doctor.press("r", 1)
        print(f"back: {doctor.verdict()}")
        os.kill(owner(), signal.SIGSTOP)
        doctor.press("r", 1)
        doctor.keys("keys, while it is frozen")
        print(f"frozen: {doctor.verdict()}")
        mend()
    print(f"left: {doctor.leave()}")


main()
