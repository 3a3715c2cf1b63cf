"""The Game Crafter (thegamecrafter.com): one PNG per face at 300 dpi."""

from __future__ import annotations

from printgen.content.models.text import Text
from printgen.export.vendors.vendor import Vendor

VENDOR = Vendor(
    id="the-game-crafter",
    name="The Game Crafter",
    file_format="png",
    bleed=37.5,
    safe=37.5,
    sizes={
        "Poker Deck": (825, 1125),
        "Bridge Deck": (750, 1125),
        "Mini Deck": (600, 825),
        "Tarot Deck": (900, 1500),
        "Square Deck": (1125, 1125),
        "Domino Deck": (600, 1125),
        "Micro Deck": (450, 600),
    },
    steps=(
        Text(
            fr="Ajoutez un composant « {size} » à votre jeu et envoyez-y les images « front ».",
            en="Add a “{size}” component to your game and upload the “front” images to it.",
        ),
        Text(
            fr="Attribuez à chaque carte son image « back » et son nombre d’exemplaires, indiqués "
            "dans cards.csv.",
            en="Give each card its “back” image and its quantity, as listed in cards.csv.",
        ),
        Text(
            fr="À l’étape de vérification, contrôlez chaque image : le site affiche la coupe et "
            "la zone de sécurité.",
            en="Proof every image when the site asks you to: it shows the trim line and the safe "
            "zone.",
        ),
    ),
    only_300=True,
)
