"""Pack the extension for VS Code: `python editors/vscode/pack.py FILE.vsix`.

A .vsix is a zip with a manifest, so npm is needed only for the client library and its bundler,
which `make vscode` installs. Same sources, same bytes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pypdfium2
from weasyprint import HTML

import printgen

HERE = Path(__file__).resolve().parent
MODULES = Path(sys.prefix) / "vscode" / "node_modules"
MARK = HERE.parent.parent / "docs" / "theme" / "mark.svg"

# Pixels: the gallery of VS Code shows icons at half of it.
ICON = 256
# The runtime of the oldest VS Code in `engines`.
RUNTIME = "node18"

TYPES = {
    "js": "application/javascript",
    "json": "application/json",
    "md": "text/markdown",
    "png": "image/png",
    "txt": "text/plain",
    "vsixmanifest": "text/xml",
}


def pack(target: Path) -> None:
    """Write the extension to `target`. Raises CalledProcessError if it cannot be bundled."""
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    package["version"] = printgen.__version__
    del package["devDependencies"]
    code, licences = bundle()
    inside = {
        "package.json": json.dumps(package, ensure_ascii=False, indent=2).encode(),
        "extension.js": code,
        "third-party-licences.txt": licences.encode(),
        "icon.png": icon(),
    }
    copied = ["README.md", "CHANGELOG.md", "package.nls.json", "package.nls.fr.json"]
    copied += [path.relative_to(HERE).as_posix() for path in (HERE / "l10n").iterdir()]
    inside |= {name: (HERE / name).read_bytes() for name in copied}
    words = json.loads(inside["package.nls.json"])
    files = {
        "extension.vsixmanifest": manifest(package, words["description"]).encode(),
        "[Content_Types].xml": content_types().encode(),
        **{f"extension/{name}": inside[name] for name in sorted(inside)},
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def bundle() -> tuple[bytes, str]:
    """The code with its libraries as one script, and their licences."""
    with tempfile.TemporaryDirectory() as folder:
        script, used = Path(folder) / "extension.js", Path(folder) / "used.json"
        command = [str(MODULES / ".bin" / "esbuild"), str(HERE / "src" / "extension.js")]
        command += ["--bundle", "--platform=node", f"--target={RUNTIME}", "--external:vscode"]
        command += ["--minify", "--legal-comments=none", "--log-level=warning"]
        command += [f"--outfile={script}", f"--metafile={used}"]
        env = {**os.environ, "NODE_PATH": str(MODULES)}
        subprocess.run(command, check=True, env=env)  # noqa: S603
        names = json.loads(used.read_text(encoding="utf-8"))["inputs"]
        return script.read_bytes(), _licences(names)


def _licences(inputs: list[str]) -> str:
    """The licences of the packages that some files belong to."""
    paths = [name.rpartition("node_modules/")[2] for name in inputs if "node_modules/" in name]
    texts = []
    for package in sorted({path.partition("/")[0] for path in paths}):
        found = [p for p in (MODULES / package).iterdir() if p.stem.lower() == "license"]
        if not found:
            raise FileNotFoundError(f"{package} has no licence")
        text = found[0].read_text(encoding="utf-8").replace("\r\n", "\n").strip()
        texts.append(f"{package}\n{'=' * len(package)}\n\n{text}\n")
    return "\n\n".join(texts)


def icon() -> bytes:
    """The mark of printgen as PNG."""
    style = f"@page {{size: {ICON}px; margin: 0}} body {{margin: 0}} img {{width: {ICON}px}}"
    page = f'<style>{style}</style><img src="{MARK.as_uri()}">'
    with pypdfium2.PdfDocument(HTML(string=page).write_pdf()) as document:
        # Points are 4/3 px.
        bitmap = document[0].render(scale=4 / 3, fill_color=(0, 0, 0, 0))
        written = BytesIO()
        bitmap.to_pil().save(written, "PNG")
    return written.getvalue()


def manifest(package: dict[str, object], description: str) -> str:
    """What VS Code reads of a package before it unpacks it."""
    identity = " ".join(
        f"{key}={quoteattr(str(package[name]))}"
        for key, name in (("Id", "name"), ("Version", "version"), ("Publisher", "publisher"))
    )
    engines, tags, categories = package["engines"], package["keywords"], package["categories"]
    assert isinstance(engines, dict) and isinstance(tags, list) and isinstance(categories, list)
    asset = "Microsoft.VisualStudio"
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" {identity}/>
    <DisplayName>{escape(str(package["displayName"]))}</DisplayName>
    <Description xml:space="preserve">{escape(description)}</Description>
    <Tags>{escape(",".join(tags))}</Tags>
    <Categories>{escape(",".join(categories))}</Categories>
    <Properties>
      <Property Id="{asset}.Code.Engine" Value={quoteattr(engines["vscode"])}/>
      <Property Id="{asset}.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <Icon>extension/icon.png</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="{asset}.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="{asset}.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="{asset}.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="{asset}.Services.Content.Changelog" Path="extension/CHANGELOG.md" \
Addressable="true"/>
    <Asset Type="{asset}.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def content_types() -> str:
    """The types of the files of a package, by suffix."""
    rows = "".join(
        f'\n  <Default Extension=".{suffix}" ContentType="{kind}"/>'
        for suffix, kind in TYPES.items()
    )
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="{space}">{rows}\n</Types>\n'


if __name__ == "__main__":
    pack(Path(sys.argv[1]))
