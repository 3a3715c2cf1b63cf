"""The pulp pattern: a sunburst, stars and a seal."""

from __future__ import annotations

from math import pi, sqrt, tau

from printgen.extras.ornaments.paths import (
    Path,
    cartouche,
    circle,
    joined,
    lens,
    line,
    polar,
    polygon,
    rectangle,
    star,
)
from printgen.extras.ornaments.pen import (
    Plate,
    Sheet,
    mixed,
    under_white,
)
from printgen.extras.ornaments.rays import framed_rays, wedges


def _rough(sheet: Sheet, count: int, x: float, y: float) -> Path:
    """Specks where the ink did not take."""
    parts = []
    for _ in range(count):
        size = sheet.between(0.06, 0.34) ** 1.3
        corners = [polar(size * sheet.between(0.5, 1.2), tau * k / 5) for k in range(5)]
        at = sheet.between(-x, x), sheet.between(-y, y)
        parts.append(polygon(corners).moved(*at))
    return joined(parts)


def pulp(sheet: Sheet) -> None:
    """A sunburst with stars in a frame, as on the covers of cheap novels."""
    u, w, h = min(1.6, sheet.unit), sheet.w, sheet.h
    accent = under_white(sheet.accent)
    paper, gold, ink = "#f2e5c4", "#f2c230", "#241a12"
    sheet.ground(accent)
    reach = 1.2 * sqrt(sheet.x**2 + sheet.y**2)
    rays = sheet.pick((28, 32, 36, 40))
    rising = sheet.pick(
        (mixed(accent, gold, 0.62), mixed(accent, ink, 0.5), mixed(accent, paper, 0.75))
    )
    sheet.fill(rising, wedges(rays, reach, sheet.between(0, 0.2)))
    rim = sheet.edge + 0.3
    fw, fh = w - rim, h - rim
    if sheet.low:
        framed_rays(sheet, rays, fh - 1.3 * u)
    frame = cartouche(2 * fw, 2 * fh, 4.2 * u)
    # The ground beyond the frame.
    outer = rectangle(-sheet.x - 1, -sheet.y - 1, sheet.x + 1, sheet.y + 1)
    if not sheet.low:
        sheet.fill(accent, outer + cartouche(2 * fw, 2 * fh, 4.2 * u).mirrored())
    sheet.line(ink, 1.5, frame, low=False)
    sheet.line(gold, 0.7, frame)
    sheet.line(gold, 0.3, cartouche(2 * fw - 2.6 * u, 2 * fh - 2.6 * u, 4.2 * u))
    corner = star(5, 1.9 * u, 0.76 * u)
    sheet.fill(
        gold,
        corner.moved(-fw + 0.6 * u, -fh + 0.8 * u),
        corner.moved(fw - 0.6 * u, -fh + 0.8 * u),
        low="fill",
    )
    plate = sheet.head or 8 * min(1.3, u)
    room = fh - 2.2 * u - (plate + 1.2 * u if sheet.titled else 0)
    r = min(0.74 * fw, 0.93 * room)
    teeth = sheet.pick((28, 32, 36))
    sheet.fill(ink, star(teeth, r * 1.03, r * 0.95), low="line")
    sheet.fill(gold, star(teeth, r * 0.985, r * 0.91), low="line")
    sheet.fill(ink, circle(r * 0.83), low="line")
    sheet.fill(paper, circle(r * 0.8), low="line")
    sheet.fill(accent, circle(r * 0.755), low="line")
    stars = sheet.pick((8, 10, 12, 14))
    small = joined(
        star(5, r * 0.075, r * 0.03)
        .rotated(tau * n / stars + pi / 2)
        .moved(*polar(r * 0.645, tau * n / stars))
        for n in range(stars // 2)
    )
    sheet.fill(paper, small, low="fill")
    sheet.line(gold, 0.35, circle(r * 0.535))
    sheet.middle = 0.5 * r
    disc = sheet.pick(("star", "sun", "eye"))
    sheet.fill(ink, circle(r * 0.5), low="line")
    if disc == "star":
        points = sheet.pick((6, 8))
        body, side = star(points, r * 0.46, r * 0.19), pi / points
        sheet.fill(gold, body, low="line")
        # One half of each point is in shade.
        shade = joined(
            polygon([(0, 0), polar(r * 0.46, a), polar(r * 0.19, a + side)])
            for a in (tau * n / points - pi / 2 for n in range(points // 2))
        )
        sheet.fill(mixed(gold, accent, 0.55), shade, low="fill")
    elif disc == "sun":
        sheet.fill(gold, star(16, r * 0.46, r * 0.3), low="fill")
        sheet.fill(ink, circle(r * 0.275), low="paper")
        sheet.fill(paper, circle(r * 0.24), low="line")
        sheet.fill(accent, star(6, r * 0.2, r * 0.085), low="fill")
    else:
        eye = lens(r * 0.42, r * 0.27)
        sheet.fill(paper, eye, low="line")
        sheet.fill(accent, circle(r * 0.19), low="line")
        sheet.fill(ink, circle(r * 0.1), low="fill")
        lashes = [
            line([polar(r * k, a) for k in (0.29, 0.41)])
            for a in (-pi / 2 + d * 0.42 for d in (-2, -1, 0, 1, 2))
        ]
        sheet.line(gold, r * 0.035, *lashes)
    if sheet.titled:
        y = -fh + 2.4 * u + plate / 2
        wide = 2 * fw - 10.5 * u
        shape = cartouche(wide, plate, 1.6 * u).moved(0, y)
        sheet.line(ink, 1.6, shape, low=False)
        sheet.fill(paper, shape, low="line")
        sheet.line(accent, 0.3, cartouche(wide - 1.5 * u, plate - 1.5 * u, 1.5 * u).moved(0, y))
        sheet.plate = Plate(
            -wide / 2 + 1.8 * u, y - plate / 2 + 0.9 * u, wide - 3.6 * u, plate - 1.8 * u, ink
        )
    if not sheet.low:
        sheet.fill(mixed(accent, paper, 0.5), _rough(sheet, 90, sheet.x, sheet.y))
