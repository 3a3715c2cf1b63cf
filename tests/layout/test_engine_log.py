"""What WeasyPrint logs, as faults."""

from __future__ import annotations

import logging

from printgen.layout.typesetter import CapturedLog


def test_the_reason_of_an_error_is_kept_with_it() -> None:
    logger = logging.Logger("weasyprint")
    log = CapturedLog()
    logger.addHandler(log)
    try:
        raise ValueError("no such colour")
    except ValueError as error:
        logger.error("Failed to render SVG image %s", "a.svg")
        logger.debug("Error while rendering SVG image:", exc_info=error)
        logger.error("Failed to load image at 'b.svg': %s", error)
        logger.debug("Error while loading image:", exc_info=error)
    try:
        raise KeyError from ValueError("not well-formed")
    except KeyError as error:
        logger.error("Failed to load image at 'c.svg': ")
        logger.debug("Error while loading image:", exc_info=error)
    logger.info("Step 1")
    assert log.take() == [
        "Failed to render SVG image a.svg: no such colour",
        "Failed to load image at 'b.svg': no such colour",
        "Failed to load image at 'c.svg': not well-formed",
    ]
