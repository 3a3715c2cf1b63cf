"""Kept editions (ZIP files) and git repositories with wrong sizes, names, objects and references."""

# ruff: noqa: E501  # inputs are on one line each

from __future__ import annotations

import hashlib
import random
import stat
import struct
import zlib
from collections.abc import Iterator, Mapping
from zipfile import ZIP_DEFLATED

from fuzzed_bytes import (
    NUMBERS,
    STORED,
    Fuzzed,
    overlapping,
    packed,
    some_bytes,
    zip_damage,
    zipped,
)

EDITION = "editions/g-1.0.zip"

_PARTS = {
    "printgen.yaml": b"",
    "content/g/game.yaml": b"title: {any: Game}\nlanguages: [en]\nkinds:\n  cards: {label: Card, fields: {text: {type: text}}}\n",
    "content/g/products.yaml": b"deck: {title: {any: C}, output: cards, entries: {cards: all}, faces: {front: {body: text}}}\n",
    "content/g/cards/one.yaml": b"name: One\ntext: An older word.\n",
    "content/g/cards/two.yaml": b"name: Two\ntext: Another word.\n",
}

_NAMES = (
    "../x.yaml", "/etc/x", "content/../../x", "content/g/../../../x", "content\\g\\x.yaml", "C:\\x", "C:/x", "//host/x", "content/g/cards/one.yaml/x", "content",
    "content/", "content//g", "content/g/cards/ONE.yaml", "content/g/cards/con.yaml", "content/g/cards/a:b.yaml", "content/g/.git/config", "content/\0x", "content/g/\x1b[31m.yaml",
    "content/g/" + "a" * 300 + ".yaml", "content/" + "a/" * 3000 + "x", "content/g/cards/e\u0301.yaml", "content/g/cards/é.yaml", "content/g/cards/\udcff.yaml", ".",
    "..", "", " ", "content/g/cards/.yaml", "content/g/cards/one.yaml ", "content/g/cards/one.yaml.", "templates/plain/style.css", "fonts/own.ttf", "printgen.yaml/x",
    "content/h/game.yaml", "content/g/texts/de/cards.po", "content/g/cards/a\nb.yaml", "content/$(id)/game.yaml", "-x", "content/g/cards/-x.yaml", "content/g/images/a.png",
)  # fmt: skip

_BOMBS = (b"", b"a" * 63_000_000, b"\0" * 1_000_000, b"a: " * 600_000, b"- " * 900_000)


def known_edition() -> Iterator[Fuzzed]:
    """Kept editions that are known to be dangerous."""

    def made(name: str, content: bytes) -> Fuzzed:
        return name, {EDITION: content}

    yield made("sound", zipped(_PARTS))
    yield made("empty", b"")
    yield made(
        "overlap",
        overlapping([f"content/g/cards/c{n}.yaml" for n in range(19_000)], b"name: x\n" * 7000),
    )
    yield made(
        "overlap of many", overlapping([f"content/g/cards/c{n}.yaml" for n in range(90_000)], b"")
    )
    yield made(
        "overlap of large files",
        overlapping([f"content/g/images/c{n}.png" for n in range(15)], b"\0" * 63_000_000),
    )
    yield made("bomb", zipped({**_PARTS, "content/g/cards/three.yaml": b"#" * 63_900_000}))
    yield made(
        "bombs", zipped({**_PARTS, **{f"content/g/images/{n}.png": _BOMBS[1] for n in range(14)}})
    )
    yield made("too large a file", zipped({**_PARTS, "content/g/images/a.png": bytes(70_000_000)}))
    yield made(
        "many files",
        zipped({**_PARTS, **{f"content/g/cards/c{n}.yaml": b"name: x\n" for n in range(19_900)}}),
    )
    yield made(
        "many folders",
        zipped({**_PARTS, **{f"content/g/cards/{n}/x.yaml": b"name: x\n" for n in range(9000)}}),
    )
    yield made(
        "deep folders", zipped({**_PARTS, "content/g/" + "a/" * 2000 + "x.yaml": b"name: x\n"})
    )
    yield made(
        "names in one another",
        zipped({**_PARTS, **{"content/g/" + "a/" * n + "x.yaml": b"" for n in range(1, 1500)}}),
    )
    yield made("a ZIP in it", zipped({**_PARTS, "content/g/cards/a.xlsx": zipped(_PARTS)}))
    yield made("only signatures", b"PK\1\2" * 200_000)
    yield made("comment", zipped(_PARTS)[:-2] + b"\xff\xff" + b"PK\5\6" * 16_383)
    for kind in (stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR):
        content = zipped(_PARTS)
        at = content.rindex(b"PK\1\2") + 38
        yield made(
            f"kind {kind:o}",
            content[:at] + struct.pack("<L", (kind | 0o777) << 16) + content[at + 4 :],
        )
    for name in _NAMES:
        parts = [*_PARTS.items(), (name, b"name: x\n")]
        yield made(f"name {name[:30]!r}", _zipped_as(parts))


def _zipped_as(parts: list[tuple[str, bytes]]) -> bytes:
    """A ZIP file of parts, whatever their names."""
    made = zipped(
        [
            (f"{at:04}" + "x" * max(0, len(name.encode("utf-8", "surrogateescape")) - 4), part)
            for at, (name, part) in enumerate(parts)
        ]
    )
    for at, (name, _) in enumerate(parts):
        written = name.encode("utf-8", "surrogateescape")
        stand_in = f"{at:04}".encode() + b"x" * max(0, len(written) - 4)
        made = made.replace(stand_in, written.ljust(len(stand_in), b"/"))
    return made


def edition(chance: random.Random) -> Fuzzed:
    """A kept edition with changes of its files, of its names, or of its container."""
    parts, what = list(_PARTS.items()), list[str]()
    match chance.randrange(5):
        case 0:
            parts.insert(chance.randrange(len(parts) + 1), (chance.choice(_NAMES), b"name: x\n"))
            what.append("name")
        case 1:
            at = chance.randrange(len(parts))
            parts[at] = parts[at][0], some_bytes(parts[at][1] or b"x", chance)
            what.append(f"inside {parts[at][0]}")
        case 2:
            del parts[chance.randrange(len(parts))]
            what.append("missing file")
        case 3:
            at = chance.randrange(len(parts))
            parts[at] = parts[at][0], chance.choice(_BOMBS)[: chance.choice((1_000_000, 5_000_000))]
            what.append(f"bomb {parts[at][0]}")
    content = (
        _zipped_as(parts)
        if "name" in what
        else zipped(parts, chance.choice((ZIP_DEFLATED, STORED)))
    )
    if not what or chance.random() < 0.3:
        for _ in range(chance.choice((1, 1, 3))):
            how, content = zip_damage(content, chance)
            what.append(how)
    if chance.random() < 0.1:
        content = content[: chance.randrange(len(content) + 1)]
        what.append("cut off")
    return ", ".join(what), {EDITION: content}


# --- git -----------------------------------------------------------------------------------------


class _Repository:
    """A repository of loose objects, written without git: it may have what git would not write."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {
            ".git/HEAD": b"ref: refs/heads/main\n",
            ".git/config": b"[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
            ".git/refs/heads/.keep": b"",
        }

    def add(self, kind: str, content: bytes, size: int | None = None) -> bytes:
        """The id of an object, which may have a wrong size."""
        whole = f"{kind} {len(content) if size is None else size}\0".encode() + content
        digest = hashlib.sha1(whole, usedforsecurity=False)
        name = digest.hexdigest()
        self.files[f".git/objects/{name[:2]}/{name[2:]}"] = zlib.compress(whole)
        return digest.digest()

    def tree(self, *entries: tuple[bytes, bytes, bytes]) -> bytes:
        """The id of a tree of modes, names and ids."""
        return self.add("tree", b"".join(b"%s %s\0%s" % entry for entry in entries))

    def commit(self, tree: bytes, more: bytes = b"", name: str = "one") -> bytes:
        """The id of a commit, which has a tag."""
        who = b"A <a@example.org> 1700000000 +0000"
        made = self.add(
            "commit",
            b"tree %s\n%sauthor %s\ncommitter %s\n\nOne\n" % (tree.hex().encode(), more, who, who),
        )
        self.point(f"tags/{name}", made)
        return made

    def tag(self, target: bytes, kind: str = "commit", name: str = "one") -> bytes:
        """The id of a tag with a message."""
        made = self.add(
            "tag",
            b"object %s\ntype %s\ntag %s\ntagger A <a@example.org> 1700000000 +0000\n\nx\n"
            % (target.hex().encode(), kind.encode(), name.encode()),
        )
        self.point(f"tags/{name}", made)
        return made

    def point(self, name: str, to: bytes) -> None:
        """Let a reference name an object."""
        self.files[f".git/refs/{name}"] = to.hex().encode() + b"\n"

    def project(
        self, parts: Mapping[str, bytes] = _PARTS, *more: tuple[bytes, bytes, bytes]
    ) -> bytes:
        """The id of the tree of a project, with more entries at its top."""
        folders: dict[str, object] = {}
        for name, content in parts.items():
            *steps, last = name.split("/")
            home = folders
            for step in steps:
                home = home.setdefault(step, {})  # type: ignore[assignment]
            home[last] = content
        return self._folder(folders, *more)

    def _folder(self, folder: Mapping[str, object], *more: tuple[bytes, bytes, bytes]) -> bytes:
        entries = []
        for name, found in sorted(folder.items()):
            if isinstance(found, Mapping):
                entries.append((b"40000", name.encode(), self._folder(found)))
            elif isinstance(found, bytes):
                entries.append((b"100644", name.encode(), self.add("blob", found)))
        return self.tree(*entries, *more)


_TREE_NAMES = (
    b"..", b".", b".git", b"a/b", b"", b"/x", b"con", b"x\n", b"\x1b[31m", b"\xff", b"a" * 5000, b"-x", b"$(id)", b"e\xcc\x81", b".GIT", b"git~1", b"a\\b", b"a:b",
)  # fmt: skip
_MODES = (
    b"100644",
    b"100755",
    b"100664",
    b"120000",
    b"160000",
    b"40000",
    b"040000",
    b"0",
    b"777777777777",
    b"",
    b"100000",
    b"x",
    b"10 0644",
)

_CONFIGS = (
    b"[include]\n\tpath = /etc/passwd\n", b"[core]\n\tworktree = /etc\n", b"[core]\n\trepositoryformatversion = 99\n", b"[core]\n\tfsmonitor = \"touch x\"\n\tpager = touch x\n",
    b"[extensions]\n\tpartialClone = a\n[remote \"a\"]\n\turl = ext::sh -c touch% x\n\tpromisor = true\n[core]\n\trepositoryformatversion = 1\n",
    b"[extensions]\n\tobjectFormat = sha256\n[core]\n\trepositoryformatversion = 1\n", b"[" * 90_000, b"[core]\n\tbare = true\n", b"\0" * 9000, b"[core]\n\tbigFileThreshold = 99999999999\n",
    b"[alias]\n\tls-tree = !touch x\n\trev-parse = !touch x\n", b"[core]\n\thooksPath = /tmp\n\tsshCommand = touch x\n", b"[pack]\n\twindowMemory = 99g\n\tthreads = 9999\n[core]\n\tpackedGitLimit = 99g\n",
    b"[extensions]\n\tworktreeConfig = true\n\trefStorage = reftable\n[core]\n\trepositoryformatversion = 1\n", b"[core]\n\tattributesFile = /etc/passwd\n\texcludesFile = /dev/zero\n",
)  # fmt: skip

_REFS = (
    b"ref: refs/tags/one\n", b"ref: refs/tags/two\n", b"ref: /etc/passwd\n", b"ref: ../../../etc/passwd\n", b"", b"\n", b"0" * 40 + b"\n", b"f" * 40 + b"\n", b"x" * 900_000, b"\0" * 40,
    b"ref: " + b"a/" * 9000, b"ref: refs/heads/main\n", b"zzzz\n", b"ref: HEAD\n", b"ref: FETCH_HEAD\n",
)  # fmt: skip


def known_git() -> Iterator[Fuzzed]:
    """Repositories that are known to be dangerous."""
    made = _Repository()
    made.commit(made.project())
    yield "sound", made.files

    for width, depth in ((10, 6), (16, 6), (2, 24), (1, 3000)):
        made = _Repository()
        found = made.add("blob", b"name: x\n")
        inner = made.tree((b"100644", b"x.yaml", found))
        for _ in range(depth):
            inner = made.tree(*((b"40000", b"%02d" % n, inner) for n in range(width)))
        made.commit(made.project(_PARTS, (b"40000", b"fonts", inner)))
        yield f"trees in trees, {width} wide and {depth} deep", made.files

    for kind, content in (
        ("blob", bytes(300_000_000)),
        ("tree", bytes(300_000_000)),
        ("commit", b"x" * 100_000_000),
        ("tag", b"x" * 100_000_000),
    ):
        made = _Repository()
        found = made.add(kind, content)
        if kind == "blob":
            made.commit(
                made.project(
                    _PARTS, (b"40000", b"fonts", made.tree((b"100644", b"own.ttf", found)))
                )
            )
        else:
            made.commit(found) if kind == "tree" else made.point("tags/one", found)
        yield f"{kind} of {len(content) // 1_000_000} MB", made.files

    made = _Repository()
    found = made.add("blob", bytes(63_000_000))
    made.commit(
        made.project(
            _PARTS,
            (
                b"40000",
                b"fonts",
                made.tree(*((b"100644", b"%02d.ttf" % n, found) for n in range(15))),
            ),
        )
    )
    yield "large files", made.files

    made = _Repository()
    found = made.add("blob", b"name: x\n")
    made.commit(
        made.project(
            _PARTS,
            (
                b"40000",
                b"fonts",
                made.tree(*((b"100644", b"%06d.ttf" % n, found) for n in range(400_000))),
            ),
        )
    )
    yield "400,000 files", made.files

    made = _Repository()
    target = made.commit(made.project())
    for _ in range(3000):
        target = made.tag(target, "tag" if _ else "commit")
    yield "tags of tags", made.files

    made = _Repository()
    made.commit(made.project())
    for at in range(20_000):
        made.point(f"tags/t{at}", b"\1" * 20)
    del made.files[".git/refs/tags/one"]
    yield "20,000 tags of nothing", made.files

    made = _Repository()
    commit = made.commit(made.project())
    made.files[".git/packed-refs"] = b"".join(
        b"%s refs/tags/p%06d\n" % (commit.hex().encode(), n) for n in range(400_000)
    )
    del made.files[".git/refs/tags/one"]
    yield "400,000 packed tags", made.files

    made = _Repository()
    links = [
        (b"120000", b"a%04d" % n, made.add("blob", b"a%04d" % ((n + 1) % 5000)))
        for n in range(5000)
    ]
    made.commit(made.project(_PARTS, (b"40000", b"fonts", made.tree(*links))))
    yield "5,000 links in a circle", made.files

    made = _Repository()
    links = [
        (b"120000", b"a%02d" % n, made.add("blob", b"a%02d/../a%02d" % (n + 1, n + 1)))
        for n in range(60)
    ]
    made.commit(made.project(_PARTS, (b"40000", b"fonts", made.tree(*links))))
    yield "links that double", made.files

    made = _Repository()
    links = [(b"120000", b"a%05d" % n, made.add("blob", b"../content")) for n in range(30_000)]
    made.commit(made.project(_PARTS, (b"40000", b"fonts", made.tree(*links))))
    yield "30,000 links to a folder", made.files

    for place in (
        "HEAD",
        "refs/tags/one",
        "packed-refs",
        "shallow",
        "info/grafts",
        "objects/info/alternates",
        "config",
    ):
        made = _Repository()
        made.commit(made.project())
        made.files[f".git/{place}"] = b"a" * 30_000_000
        yield f"30 MB of {place}", made.files

    made = _Repository()
    made.commit(made.project())
    made.files[".git/objects/info/alternates"] = b"../objects\n/etc\n/proc/self/root\n" * 300
    yield "alternates", made.files
    for at, config in enumerate(_CONFIGS):
        made = _Repository()
        made.commit(made.project(), b"parent %s\n" % (b"1" * 40))
        made.files[".git/config"] = config
        yield f"settings {at}", made.files
    for name, pack in _packs():
        made = _Repository()
        made.commit(made.project())
        base = ".git/objects/pack/pack-" + "0" * 40
        made.files |= {f"{base}.pack": pack[0], f"{base}.idx": pack[1]}
        yield name, made.files


def _packs() -> Iterator[tuple[str, tuple[bytes, bytes]]]:
    """Packs with wrong numbers, and their indexes."""
    ids = sorted(hashlib.sha1(b"%d" % n, usedforsecurity=False).digest() for n in range(4))

    def pair(objects: list[bytes], count: int | None = None, shift: int = 0) -> tuple[bytes, bytes]:
        pack, offsets = (
            struct.pack(">4sLL", b"PACK", 2, len(objects) if count is None else count),
            [],
        )
        for each in objects:
            offsets.append(len(pack))
            pack += each
        pack += hashlib.sha1(pack, usedforsecurity=False).digest()
        names = ids[: len(objects)]
        fan = b"".join(
            struct.pack(">L", sum(name[0] <= first for name in names)) for first in range(256)
        )
        index = (
            b"\xfftOc"
            + struct.pack(">L", 2)
            + fan
            + b"".join(names)
            + bytes(4 * len(names))
            + b"".join(struct.pack(">L", offset + shift) for offset in offsets)
            + pack[-20:]
        )
        return pack, index + hashlib.sha1(index, usedforsecurity=False).digest()

    blob = b"\x35" + zlib.compress(b"hello")
    yield "pack of 2^32 objects", pair([blob], 2**32 - 1)
    yield "offsets out of the pack", pair([blob], shift=2**31 - 64)
    yield (
        "a difference from itself",
        pair([b"\x65\0" + zlib.compress(b"hello"), b"\x75" + ids[1] + zlib.compress(b"hello")]),
    )
    yield "a size of 2^60", pair([b"\xbf" + b"\xff" * 8 + b"\x0f" + zlib.compress(b"hello")])


_WORDS = (
    b"tree",
    b"parent",
    b"author",
    b"object",
    b"type",
    b"encoding",
    b"gpgsig",
    b"\n",
    b"\0",
    b"commit",
    b"blob",
)


def git(chance: random.Random) -> Fuzzed:
    """A repository with changes of an object, of a reference or of its settings."""
    made, what = _Repository(), "bytes"
    match chance.randrange(9):
        case 0:
            mode, name = chance.choice(_MODES), chance.choice(_TREE_NAMES)
            entry = (
                mode,
                name,
                chance.choice(
                    (
                        made.add(
                            "blob", chance.choice((b"x", b"../..", b"/etc/passwd", b"content"))
                        ),
                        b"\1" * 20,
                    )
                ),
            )
            inner = (b"40000", b"fonts", made.tree(entry))
            made.commit(made.project(_PARTS, entry if chance.random() < 0.4 else inner))
            what = f"tree entry {mode!r} {name[:9]!r}"
        case 1:
            tree = some_bytes(b"100644 a\0" + b"\1" * 20 + b"40000 b\0" + b"\2" * 20, chance)
            made.commit(made.project(_PARTS, (b"40000", b"fonts", made.add("tree", tree))))
            what = "inside a tree"
        case 2:
            made.commit(
                made.project(),
                chance.choice(_WORDS)
                + b" "
                + chance.choice((b"1" * 40, b"x", b"", b"9" * 9000))
                + chance.choice((b"\n", b"", b"\0")),
            )
            what = "line of the commit"
        case 3:
            kind = chance.choice(("commit", "tree", "blob", "tag", "x", ""))
            made.tag(made.commit(made.project()), kind)
            what = f"tag of a {kind}"
        case 4:
            made.commit(made.project())
            place = chance.choice(
                (
                    ".git/HEAD",
                    ".git/refs/tags/one",
                    ".git/packed-refs",
                    ".git/shallow",
                    ".git/refs/tags/two",
                )
            )
            made.files[place] = chance.choice(_REFS)
            what = f"reference in {place}"
        case 5:
            made.commit(made.project())
            made.files[".git/config"] += some_bytes(chance.choice(_CONFIGS)[:9000], chance, 2)
            what = "settings"
        case 6:
            size = chance.choice(NUMBERS)
            blob = made.add("blob", b"name: x\n", size)
            made.commit(
                made.project(_PARTS, (b"40000", b"fonts", made.tree((b"100644", b"own.ttf", blob))))
            )
            what = f"size {size}"
        case 7:
            made.commit(made.project())
            fault, (pack, index) = chance.choice(list(_packs()))
            base = ".git/objects/pack/pack-" + "0" * 40
            at = chance.randrange(len(index) - 4)
            damaged = index[:at] + packed(chance, ">L") + index[at + 4 :]
            made.files |= {f"{base}.pack": some_bytes(pack, chance), f"{base}.idx": damaged}
            what = f"inside {fault}"
        case _:
            made.commit(made.project())
            place = chance.choice([each for each in made.files if "objects" in each])
            content = made.files[place]
            made.files[place] = chance.choice(
                (
                    b"",
                    some_bytes(content, chance),
                    content[: len(content) // 2],
                    zlib.compress(some_bytes(zlib.decompress(content), chance)),
                    content + b"x",
                    zlib.compress(b"blob 5\0" + bytes(9_000_000)),
                )
            )
            what = f"inside {zlib.decompress(content)[:6]!r}"
    return what, made.files
