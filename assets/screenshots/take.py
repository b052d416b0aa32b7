#!/usr/bin/env python3
"""Takes the screenshots of `plyn-notify doctor` in this folder: every screen, at three sizes, as SVG.

    assets/screenshots/take.py [--png FOLDER] [--light] [NAME...]

It needs tmux, dbus-run-session, dunst, Xvfb and a built program (target/debug/plyn-notify, or $PLYN_BIN). What is drawn
is what `tmux capture-pane -e` gives. --png draws the same into FOLDER with Pillow and DejaVu Sans Mono, to look at;
--light shows a light ground. A NAME takes only the pictures whose name begins so.
"""
import html, os, pathlib, re, shutil, subprocess, sys, tempfile, time, unicodedata

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("PLYN_BIN", str(HERE.parents[1] / "target/debug/plyn-notify"))
SIZES = [(40, 12), (80, 24), (160, 50)]
CONFIG = """# How prompts are announced here.
[notify]
grace_seconds = 5     # long enough to answer here first
bell = "loud"
"""
# A name, and what is typed to get there.
SCREENS = [
    ("overview", []),
    ("overview-fix", ["Down", "Down"]),
    ("desktop", ["2", "Down", "Down"]),
    ("terminal", ["3", "Down"]),
    ("tests", ["4", "Down", "Enter", "WAIT", "PRESS", "WAIT"]),
    ("config", ["5", "Down"]),
    ("config-save", ["5", "Down", "Enter", "2", "Enter", "s", "WAIT"]),
    ("remote", ["6"]),
    ("agents", ["7"]),
    ("keys", ["?"]),
]
DARK, LIGHT = ("#d4d7dd", "#16181d"), ("#24292f", "#ffffff")
SIXTEEN = "000000 cc5555 55aa55 cdcd55 5485c4 aa55aa 55aaaa cccccc 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff".split()


def colour(number):
    if number < 16:
        return "#" + SIXTEEN[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])


def wide(character):
    if unicodedata.combining(character) or character in "\ufe0f\u200d":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def runs(line, style):
    """Pieces of one style (column, columns, text, style), and the style that the next line begins with."""
    column, found = 0, []
    for piece in re.split(r"(\x1b\[[0-9;:]*m)", line):
        if piece.startswith("\x1b"):
            codes = [int(code or 0) for code in re.split("[;:]", piece[2:-1])]
            while codes:
                code = codes.pop(0)
                if code == 0: style = {}
                elif code == 1: style = {**style, "bold": True}
                elif code == 2: style = {**style, "dim": True}
                elif code == 22: style = {k: v for k, v in style.items() if k not in ("bold", "dim")}
                elif code == 7: style = {**style, "reversed": True}
                elif code in (38, 48) and codes[:1] == [5]:
                    style = {**style, "fg" if code == 38 else "bg": colour(codes[1])}
                    codes = codes[2:]
                elif code in (39, 49): style = {k: v for k, v in style.items() if k != ("fg" if code == 39 else "bg")}
                elif 30 <= code < 38: style = {**style, "fg": colour(code - 30)}
                elif 90 <= code < 98: style = {**style, "fg": colour(code - 82)}
                elif 40 <= code < 48: style = {**style, "bg": colour(code - 40)}
        elif piece:
            width = sum(map(wide, piece))
            found.append((column, width, piece, style))
            column += width
    return found, style


def pieces(lines):
    """The same of all lines: tmux says only what changes."""
    style, rows = {}, []
    for line in lines:
        found, style = runs(line, style)
        rows.append(found)
    return rows


def blend(colour, ground):
    mix = [(int(colour[i:i + 2], 16) * 6 + int(ground[i:i + 2], 16) * 4) // 10 for i in (1, 3, 5)]
    return "#%02x%02x%02x" % tuple(mix)


def colours(style, plain):
    fg, bg = style.get("fg", plain[0]), style.get("bg")
    if style.get("dim"):
        fg = blend(fg, plain[1])
    return (plain[1], fg) if style.get("reversed") else (fg, bg)


def svg(lines, size, plain):
    cell, height, pad = 8.4, 18, 12
    width, tall = size[0] * cell + 2 * pad, size[1] * height + 2 * pad
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {tall}" width="{width:.0f}" height="{tall}" '
           f'font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="14">',
           f'<rect width="100%" height="100%" rx="8" fill="{plain[1]}"/>']
    for row, found in enumerate(pieces(lines)):
        for column, columns, text, style in found:
            fg, bg = colours(style, plain)
            x, y = pad + column * cell, pad + row * height
            if bg:
                out.append(f'<rect x="{x:.1f}" y="{y}" width="{columns * cell:.1f}" height="{height}" fill="{bg}"/>')
            if text.strip():
                lead = len(text) - len(text.lstrip())
                bold = ' font-weight="bold"' if style.get("bold") else ""
                body = text.strip()
                length = sum(map(wide, body)) * cell
                out.append(f'<text x="{x + lead * cell:.1f}" y="{y + 14}" fill="{fg}" textLength="{length:.1f}" '
                           f'lengthAdjust="spacingAndGlyphs" xml:space="preserve"{bold}>{html.escape(body)}</text>')
    return "\n".join(out + ["</svg>", ""])


def png(lines, size, plain, path):
    from PIL import Image, ImageDraw, ImageFont
    folder = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono"
    fonts = {bold: ImageFont.truetype(folder + ("-Bold" if bold else "") + ".ttf", 15) for bold in (False, True)}
    cell, height, pad = 9, 19, 10
    image = Image.new("RGB", (size[0] * cell + 2 * pad, size[1] * height + 2 * pad), plain[1])
    draw = ImageDraw.Draw(image)
    for row, found in enumerate(pieces(lines)):
        for column, columns, text, style in found:
            fg, bg = colours(style, plain)
            if bg:
                draw.rectangle([pad + column * cell, pad + row * height, pad + (column + columns) * cell - 1, pad + (row + 1) * height - 1], fill=bg)
            for character in text:
                draw.text((pad + column * cell, pad + row * height + 1), character, fill=fg, font=fonts[bool(style.get("bold"))])
                column += wide(character)
    image.save(path)


def tmux(*words):
    return subprocess.run(["tmux", "-L", "shots", *words], capture_output=True, text=True).stdout


def take(name, keys, size, ground):
    with tempfile.TemporaryDirectory() as home:
        folder = pathlib.Path(home, ".config/plyn-notify")
        folder.mkdir(parents=True)
        (folder / "config.toml").write_text(CONFIG)
        programs = pathlib.Path(home, ".local/bin")
        programs.mkdir(parents=True)
        program = shutil.copy(PROGRAM, programs / "plyn-notify")
        path = f"{programs}:/usr/bin:/bin"
        setting = {"HOME": home, "XDG_RUNTIME_DIR": home, "PATH": path, "LANG": "C.UTF-8", "TERM": "tmux-256color", "COLORFGBG": ground}
        words = " ".join(f"{key}='{value}'" for key, value in setting.items())
        tmux("-f", "/dev/null", "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), f"{words} exec '{program}' doctor")
        settled = wait_still()
        for key in keys:
            if key == "PRESS":
                subprocess.run(["dunstctl", "action"])
            elif key != "WAIT":
                tmux("send-keys", key)
            settled = wait_still()
        shown = anywhere(tmux("capture-pane", "-e", "-p")).split("\n")[:size[1]]
        tmux("kill-server")
        subprocess.run(["dunstctl", "close-all"])
        assert settled, f"{name} does not come to rest"
        return shown


def anywhere(screen):
    """Without what is only this machine's, as wide as it was."""
    for pattern, text in [(re.escape(os.uname().release), "6.12"), (r"(?<=tmux: server) < [\w: -]+?(?=  |$)", "")]:
        screen = re.sub(pattern, lambda match: text.ljust(len(match[0])), screen, flags=re.M)
    return screen


def wait_still():
    last = ""
    for _ in range(40):
        time.sleep(0.25)
        now = tmux("capture-pane", "-p")
        if now == last and now.strip() and " looking" not in now:
            return True
        last = now
    return "tests" in last.lower()


def session():
    """Runs this program again in a session of its own, with dunst."""
    for program in ("tmux", "dbus-run-session", "dunst", "Xvfb"):
        if not shutil.which(program):
            sys.exit(f"{program} is not there")
    script = 'Xvfb :78 2>/dev/null & x=$!; export DISPLAY=:78; sleep 1; dunst >/dev/null 2>&1 & d=$!; "$@"; kill $d $x'
    command = ["dbus-run-session", "--", "sh", "-c", script, "sh", sys.executable, *sys.argv]
    sys.exit(subprocess.run(command, env={**os.environ, "SHOTS_SESSION": "1"}).returncode)


def main():
    if "SHOTS_SESSION" not in os.environ:
        session()
    words, folder, is_light = sys.argv[1:], None, False
    if "--light" in words:
        words.remove("--light")
        is_light = True
    if "--png" in words:
        at = words.index("--png")
        folder = pathlib.Path(words[at + 1])
        del words[at:at + 2]
        folder.mkdir(parents=True, exist_ok=True)
    plain, ground = (LIGHT, "0;15") if is_light else (DARK, "15;0")
    for name, keys in SCREENS:
        for size in SIZES:
            full = f"{name}-{size[0]}x{size[1]}" + ("-light" if is_light else "")
            if words and not any(full.startswith(word) for word in words):
                continue
            lines = take(name, keys, size, ground)
            (HERE / f"{full}.svg").write_text(svg(lines, size, plain))
            if folder:
                png(lines, size, plain, folder / f"{full}.png")
            print(full, flush=True)


main()
