"""Styles that ask for something from elsewhere, in ways that sanitisers have missed."""

# ruff: noqa: E501  # styles are on one line each

from __future__ import annotations

from itertools import count

# In each style, `FAR` is an address and `SEL` selects an element.
_VALUES = (
    "url(FAR)", "url( FAR )", "url('FAR')", 'url("FAR")', "URL(FAR)", "url(\nFAR\n)",
    "u\\72l(FAR)", "u\\72 l(FAR)", "\\75rl(FAR)", "\\75 rl('FAR')", '\\000075rl("FAR")',
    "\\55 R\\4c(FAR)", "u\\\nrl(FAR)", "ur\\6c\\28 FAR)", "\\u0075rl(FAR)", "u\\{72}l(FAR)",
    "url(/**/FAR)", "u/**/rl(FAR)", "url/**/('FAR')", "/*/*/url(FAR)/**/", "url(\\FAR)",
    'url("\\\nFAR")', "url('FAR", "url(FAR", "u\\72l('FAR", "red url(FAR) no-repeat",
    "linear-gradient(red, red), url(FAR)", "url('FAR') !important", "url(FAR)url(FAR)",
    "image-set('FAR' 1x)", "image-set(url(FAR) type('image/png') 1x)", "im\\61ge-set('FAR' 1x)",
    "-webkit-image-set(url(FAR) 1x)", "-webkit-image-set(u\\72l(FAR) 1x)", "image('FAR')",
    "-webkit-cross-fade(url(FAR), url(FAR), 50%)", "cross-fade(url(FAR), url(FAR))", "src('FAR')",
    "s\\72 c('FAR')", "element(#x)", "-moz-element(#x)", "paint(x)", "var(--none, url(FAR))",
    "var(--none, image-set('FAR' 1x))", "attr(title type(<url>), url(FAR))",
    "image-set(attr(title) 1x)", "url(var(--far))", "if(else: url(FAR))", "light-dark(url(FAR), red)",
    "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='FAR'/></svg>\")",
    "url('data:text/html,<img src=FAR>')", "url(javascript:FAR)", "url(../../../../etc/passwd)",
    "url(file:///etc/passwd)", "url(//FAR)", "url('FAR\x00')", "u\x00rl(FAR)", "u\\0rl(FAR)",
    "url(FAR) \\9", "url(FAR)}SEL{background:url(FAR)",
)  # fmt: skip

_DECLARATIONS = (
    "BACKGROUND: URL(FAR)", "b\\61 ckground: url(FAR)", "background:url(FAR)", "; background: url(FAR)",
    "list-style: url(FAR); display: list-item", "border-image: url(FAR) 1", "cursor: url(FAR), auto",
    "content: url(FAR)", "mask-image: url(FAR)", "-webkit-mask: url(FAR)", "filter: url(FAR#f)",
    "clip-path: url(FAR#c)", "shape-outside: url(FAR); float: left", "offset-path: url(FAR#p)",
    "-webkit-box-reflect: below 0 url(FAR)", "marker: url(FAR#m)", "fill: url(FAR#f)",
    "behavior: url(FAR)", "-moz-binding: url(FAR#x)", "width: expression(fetch('FAR'))",
    "filter: progid:DXImageTransform.Microsoft.AlphaImageLoader(src='FAR')",
    "--x: url(FAR); background: var(--x)", "--x: u\\72l(FAR); background: var(--x)",
    "--x: 'FAR'; background: image-set(var(--x) 1x)", "--x: url(; background: var(--x)FAR)",
    "--x: {background: url(FAR)}; background: var(--x)", "--x: 'FAR'; background: src(var(--x))",
    "color: 'a\nb'; background: url(FAR)", "color: \"}; background: url(FAR)", "color: (; background: url(FAR)",
    "@media all { background: url(FAR) }", "& { background: url(FAR) }", "&::before { content: url(FAR) }",
    "@\\6d edia all { background: url(FAR) }", "@starting-style { background: url(FAR) }",
)  # fmt: skip

_SHEETS = (
    "@import url(FAR);", "@import 'FAR';", "@\\69mport 'FAR';", "@IMPORT url('FAR') layer(x);",
    "@im\\000070ort url(FAR)", "@charset 'x'; @import 'FAR';", "@import 'FAR' supports(color: red) print;",
    "@layer a; @import 'FAR';", "<!-- @import 'FAR'; -->", "@namespace url(FAR); SEL { color: red }",
    "@font-face { font-family: Far; src: url(FAR) } SEL { font-family: Far }",
    "@\\66ont-face { font-family: Far; src: u\\72l(FAR) } SEL { font-family: Far }",
    "@font-face { font-family: Far; s\\72 c: url(FAR) } SEL { font-family: Far }",
    "@property --p { syntax: '<image>'; inherits: true; initial-value: url(FAR) } SEL { background: var(--p) }",
    "@counter-style far { system: cyclic; symbols: url(FAR) } SEL { list-style: far; display: list-item }",
    "@color-profile --far { src: url(FAR) } SEL { color: color(--far 1 1 1) }",
    "@supports (color: red) { SEL { background: url(FAR) } }",
    "@supports (background: url(FAR)) { SEL { color: red } }",
    "@media all { SEL { background: u\\72l(FAR) } }", "@media all { @import 'FAR'; }",
    "@layer x { SEL { background: url(FAR) } }", "@scope (SEL) { :scope { background: url(FAR) } }",
    "@container (width > 0) { SEL { background: url(FAR) } }",
    "@keyframes far { from { background: url(FAR) } to { background: image-set('FAR' 1x) } } SEL { animation: far 1s infinite }",
    "@page { background: url(FAR) } @page { @top-left { content: url(FAR) } }",
    "@document url(FAR) { SEL { color: red } }", "@-moz-document url-prefix(FAR) { SEL { color: red } }",
    "SEL::before { content: 'x' url(FAR) } SEL::after { content: '' / url(FAR) }",
    "SEL[title=\"] {} @import 'FAR';\"] { color: red }", "SEL[title=u\\72l(FAR)] { color: red }",
    "SEL:not(x\\{) { background: url(FAR) }", "\\7b } SEL { background: url(FAR) }",
    "</style><img src=FAR><style>", "</ style ><link rel=stylesheet href=FAR>",
    "SEL { content: '</style><img src=FAR>' }", "SEL { --x: </style><img src=FAR> }",
    "@media </style><img src=FAR> { SEL { color: red } }", "a </style><img src=FAR> { color: red }",
    "SEL { color: red", "SEL { background: url(FAR)", "@media all { SEL { background: url('FAR",
    "/* SEL { background: url(FAR) }", "SEL { /* } */ background: url(FAR) }",
    "\ufeff@import 'FAR';", "} SEL { background: url(FAR) }", "{} SEL { background: url(FAR) }",
)  # fmt: skip

# Attributes of SVG, which are styles too.
ATTRIBUTES = (
    "fill='url(FAR#a)'", "fill='u\\72l(FAR#a)'", "stroke='\\75rl(FAR#a)'", "clip-path='url(FAR#a)'",
    "clip-path='u\\72 l(FAR#a)'", "fill='image-set(\"FAR\" 1x)'", "font-family='url(FAR)'",
    "style='fill: url(FAR#a)'", "style='background: u\\72l(FAR)'", "style='--x: url(FAR)'",
    "mask='url(FAR#m)'", "filter='url(FAR#f)'", "marker-end='url(FAR#m)'", "cursor='url(FAR), auto'",
    "fill='url( \"FAR#a\" )'", "fill='url(#a) url(FAR)'", "fill='url(#a FAR)'", "fill='URL(FAR)'",
)  # fmt: skip


def styles(address: str) -> list[str]:
    """The styles: the one at index N is of the element `#vN`, and asks for `address/N`."""
    numbers = count()
    every = [f"SEL {{ background: {value} }}" for value in _VALUES]
    every += [f"SEL {{ {declaration} }}" for declaration in _DECLARATIONS]
    every += _SHEETS
    return [
        style.replace("FAR", f"{address}/{number}").replace("SEL", f"#v{number}")
        for number, style in zip(numbers, every, strict=False)
    ]
