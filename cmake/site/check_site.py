# SPDX-License-Identifier: BSL-1.0
"""check_site.py ROOT SITE: builds the site of ROOT at SITE and tries it. Every link leads somewhere, nothing comes from a network, and a reader
in a browser finds `rolling` and gets to the page that explains it. Skips with a message where MkDocs or Chromium is missing."""
import contextlib
import functools
import html.parser
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

SKIPPED = 77


class Page(html.parser.HTMLParser):
    """The ids, the links and what is loaded, of one page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in ("script", "img", "source", "iframe") and given.get("src"):
            self.loads.append(given["src"])
        if tag == "link" and given.get("rel") != "canonical" and given.get("href"):
            self.loads.append(given["href"])


def broken_links(site):
    # 404.html is shown at any address, so its links begin with the address of the site.
    pages = {path: Page(path) for path in sorted(site.rglob("*.html")) if path.name not in ("404.html", "base.html")}
    if len(pages) < 30:
        yield f"only {len(pages)} pages were built"
    for path, page in pages.items():
        name = path.relative_to(site)
        for target in page.loads + page.links:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.loads:
                    yield f"{name} loads {target} from a network"
                continue
            goal = Path(os.path.normpath(path.parent / urllib.parse.unquote(parts.path))) if parts.path else path
            if goal.is_dir():
                goal /= "index.html"
            if not goal.is_file():
                yield f"{name}: no file at {target}"
            elif parts.fragment and goal in pages and urllib.parse.unquote(parts.fragment) not in pages[goal].ids | {"__toc"}:
                yield f"{name}: no such heading: {target}"


class Browser:
    """Chromium without a window, by the WebDriver protocol."""

    def __init__(self, driver, port):
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self):
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1300,900"]
        wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments, "binary": shutil.which("chromium")}}}}
        self.wait_for(lambda: self.call("GET", "/status")["ready"], "the driver of Chromium")
        self.session = "/session/" + self.call("POST", "/session", wanted)["sessionId"]
        return self

    def __exit__(self, *_):
        if hasattr(self, "session"):
            self.call("DELETE", self.session)
        self.process.terminate()
        self.process.wait()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def wait_for(self, condition, name, seconds=90):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                if result := condition():
                    return result
            time.sleep(0.2)
        sys.exit(f"waited {seconds} s for {name}")

    def open(self, address):
        self.call("POST", self.session + "/url", {"url": address})

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def element(self, css):
        return next(iter(self.call("POST", self.session + "/element", {"using": "css selector", "value": css}).values()))

    def click(self, css):
        """Once more if the page replaces the element meanwhile."""
        self.wait_for(lambda: self.call("POST", f"{self.session}/element/{self.element(css)}/click", {}) is None, css)

    def type(self, css, text):
        self.call("POST", f"{self.session}/element/{self.element(css)}/value", {"text": text})


def try_site(browser, address):
    browser.open(address + "/index.html")
    browser.type("input.md-search__input", "rolling")
    found = browser.wait_for(
        lambda: browser.run("return [...document.querySelectorAll('.md-search-result__link')].map(a => a.getAttribute('href'))"), "results of the search"
    )
    if not any(re.search(r"op(_gaps_and)?(_windows)?\.html", link) for link in found):
        sys.exit(f"the search for `rolling` finds only {found}")
    browser.click(".md-search-result__link")
    browser.wait_for(lambda: "index.html" not in browser.run("return location.pathname"), "the page that was found")
    if "rolling" not in browser.run("return document.querySelector('.md-content').innerText"):
        sys.exit(f"{browser.run('return location.href')} does not speak of `rolling`")
    browser.open(address + "/index.html")
    browser.type("input.md-search__input", "rolling_median")
    entry = "a.md-search-result__link[href*='reference/op_windows.html'][href$='#rolling_median']"
    browser.wait_for(lambda: browser.run("return document.querySelector(arguments[0])", entry), "the entry of `rolling_median` in the reference")
    browser.open(address + "/op_gaps_and_windows.html")
    if not browser.run("return document.querySelectorAll('.md-content code span.k, .md-content code span.n').length"):
        sys.exit("programs are not coloured")
    browser.click(".md-content a[href^='index_sets.html']")
    browser.wait_for(lambda: browser.run("return document.querySelector('h1').innerText").startswith("Positions"), "the page of a link")
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = browser.run(colour)
    browser.run("document.querySelector('label[title=\"Switch to dark mode\"]').click()")
    browser.wait_for(lambda: browser.run(colour) != light, "the dark mode")
    return found[0]


@contextlib.contextmanager
def served(site):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def main():
    root, site = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    if not shutil.which("mkdocs"):
        print("skipped: mkdocs is missing")
        return SKIPPED
    command = ["mkdocs", "build", "-q", "-c", "-f", str(root / "cmake/site/mkdocs.yml"), "-d", str(site)]
    built = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if "Unrecognised theme" in built.stdout:
        print("skipped: mkdocs-material is missing")
        return SKIPPED
    if built.returncode or built.stdout:
        print(built.stdout, "mkdocs ended with", built.returncode)
        return 1
    if wrong := list(broken_links(site)):
        print(*wrong, sep="\n")
        return 1
    driver = shutil.which("chromedriver")
    if not driver or not shutil.which("chromium"):
        print("every link leads somewhere. Skipped: chromium or chromium-driver is missing")
        return SKIPPED
    with served(site) as port:
        with http.server.HTTPServer(("127.0.0.1", 0), None) as probe:
            free = probe.server_port
        with Browser(driver, free) as browser:
            print("every link leads somewhere; the search for `rolling` finds", try_site(browser, f"http://127.0.0.1:{port}"))
    return 0


sys.exit(main())
