"""MakePlayingCards (makeplayingcards.com): one PNG per face.

The site's text asks for 1/8 inch of bleed, but its upload check wants 36 pixels. Its cards of
63 x 88 mm are another product with other file sizes.
"""

from __future__ import annotations

from printgen.content.models.text import Text
from printgen.export.vendors.vendor import Vendor

VENDOR = Vendor(
    id="makeplayingcards",
    name="MakePlayingCards",
    file_format="png",
    bleed=36,
    safe=36,
    sizes={
        "Poker, 2.5 × 3.5 in": (822, 1122),
        "Bridge, 2.25 × 3.5 in": (747, 1122),
        "Tarot, 2.75 × 4.75 in": (897, 1497),
        "Domino, 1.75 × 3.5 in": (597, 1122),
        "Micro, 1.25 × 1.75 in": (447, 597),
    },
    steps=(
        Text(
            fr="Commandez {total} cartes de ce format. Ne prenez pas le format 63 × 88 mm : "
            "c’est un autre produit, aux fichiers de taille différente.",
            en="Order {total} cards in this size. Do not choose 63 × 88 mm: that is another "
            "product with another file size.",
        ),
        Text(
            fr="Choisissez des images différentes au recto et au verso. Envoyez les images "
            "« front » pour le recto, puis les images « back » pour le verso, et rangez-les dans "
            "l’ordre des numéros.",
            en="Choose different images for fronts and backs. Upload the “front” images, then the "
            "“back” images for the other side, and sort them by number.",
        ),
        Text(
            fr="Si le nom d’une image se termine par x2, x3…, placez-la autant de fois, au recto "
            "comme au verso.",
            en="Place an image whose name ends in x2, x3… that many times, front and back.",
        ),
        Text(
            fr="Vérifiez l’aperçu : rien d’important ne doit dépasser de la zone de sécurité.",
            en="Check the preview: nothing important may extend beyond the safe area.",
        ),
    ),
)
