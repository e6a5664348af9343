# SPDX-License-Identifier: BSL-1.0
"""What MkDocs does besides: README.md and other pages of the repository join docs/, links go where the pages went, and the words behind ```
become those that Markdown knows. The reference of all names is made here, too. MkDocs calls the functions by their names."""
import os
import re
import sys
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "cmake"))
import reference_pages  # noqa: E402

made = {}  # page: the title in the navigation and the text of a page that stands in no file
FENCE = re.compile(r"^(```+)(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?\)")


def repository_path(page):
    """The path of a page or file of the site in the repository."""
    return page if (ROOT / page).is_file() and not (ROOT / "docs" / page).is_file() else "docs/" + page


def site_path(path):
    return path.removeprefix("docs/")


def linked(page):
    """The files of the repository that a page links to."""
    text = FENCE.sub("", (ROOT / page).read_text())
    return {os.path.normpath(os.path.join(os.path.dirname(page), link[2])) for link in LINK.finditer(text) if "://" not in link[2]}


def expand(entries):
    """A * in the navigation is every page of that folder that is not named before."""
    for entry in entries:
        for title, value in entry.items() if isinstance(entry, dict) else ():
            if isinstance(value, list):
                expand(value)
            elif value.endswith("/*"):
                folder = ROOT / "docs" / value[:-2]
                entry[title] = [f"{value[:-1]}{path.name}" for path in sorted(folder.glob("*.md"))]
            elif value == "reference.md":
                entry[title] = [{page_title: page} for page, (page_title, _) in made.items()]


def on_config(config):
    made.update({f"reference/{name}": page for name, page in reference_pages.pages(ROOT).items()})
    expand(config["nav"])
    return config


def on_files(files, config):
    """Adds what stands outside of docs/ and is in the navigation or linked to, and what is made."""
    for path in made:
        files.append(File(path, str(ROOT), config["site_dir"], config["use_directory_urls"]))
    waiting = {"README.md", *(f"docs/{file.src_path}" for file in files if file.is_documentation_page() and file.src_path not in made)}
    seen = set()
    while waiting:
        path = waiting.pop()
        seen.add(path)
        if not path.startswith("docs/") and (ROOT / path).is_file():
            files.append(File(path, str(ROOT), config["site_dir"], config["use_directory_urls"]))
        if path.endswith(".md") and (ROOT / path).is_file():
            waiting |= linked(path) - seen
    return files


def on_nav(nav, config, files):
    """Every page can be reached."""
    reached = {page.file.src_path for page in nav.pages}
    missing = sorted(file.src_path for file in files.documentation_pages() if file.src_path not in reached)
    if missing:
        raise PluginError(f"not in the navigation of cmake/site/mkdocs.yml: {', '.join(missing)}")
    return nav


def adapted_fence(fence):
    info, _, body = fence.group(2).partition("\n")
    words = info.split()
    if words[1:2] == ["example"]:
        info = words[0]
    elif words == ["text", "output"]:
        info = "{ .text .output }"
    elif words[1:2] == ["file"]:
        info = f'{words[0]} title="{words[2]}"'
    return f"{fence.group(1)}{info}\n{body}{fence.group(1)}"


def on_page_read_source(page, config):
    return made.get(page.file.src_path, (None, None))[1]


def on_page_markdown(markdown, page, config, files):
    if page.file.src_path in made:
        return markdown
    here = repository_path(page.file.src_path)

    def adapted_link(link):
        if "://" in link[2]:
            return link[0]
        path = os.path.normpath(os.path.join(os.path.dirname(here), link[2]))
        if not (ROOT / path).is_file():
            raise PluginError(f"{here}: a link to {link[2]}, which is no file")
        start = os.path.dirname(page.file.src_path) or "."
        return f"{link[1]}{os.path.relpath(site_path(path), start)}{link[3] or ''})"

    pieces, end = [], 0
    for fence in FENCE.finditer(markdown):
        pieces += [LINK.sub(adapted_link, markdown[end : fence.start()]), adapted_fence(fence)]
        end = fence.end()
    return "".join([*pieces, LINK.sub(adapted_link, markdown[end:])])
