"""What the server itself says to a player, in the languages of the library."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LANGS: Final = ("en", "nl", "de")


def say(code: str, lang: str, **details: str) -> str:
    """The sentence of a code."""
    return _SENTENCES[code][LANGS.index(lang)].format_map(details)


_SENTENCES: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType(
    {
        "malformed": (
            "That is no message that this table understands: {detail}.",
            "Dat bericht begrijpt deze tafel niet: {detail}.",
            "Diese Nachricht versteht der Tisch nicht: {detail}.",
        ),
        "binary": (
            "Only text is understood here, no binary data.",
            "Hier wordt alleen tekst begrepen, geen binaire gegevens.",
            "Hier wird nur Text verstanden, keine Binärdaten.",
        ),
        "seat": (
            "You can only act for your own seat.",
            "Je kunt alleen voor je eigen plaats handelen.",
            "Du kannst nur für deinen eigenen Platz handeln.",
        ),
        "spectator": (
            "You are watching; take a seat to play.",
            "Je kijkt toe; neem een plaats om mee te spelen.",
            "Du schaust zu; nimm einen Platz, um mitzuspielen.",
        ),
        "stale": (
            "The table has changed in the meantime; look again.",
            "De tafel is intussen veranderd; kijk opnieuw.",
            "Der Tisch hat sich inzwischen geändert; sieh noch einmal hin.",
        ),
        "rate": (
            "Too many messages; wait a moment.",
            "Te veel berichten; wacht even.",
            "Zu viele Nachrichten; warte einen Moment.",
        ),
        "unknown": (
            "There is no such table; perhaps it was cleared away.",
            "Die tafel is er niet; misschien is hij opgeruimd.",
            "Diesen Tisch gibt es nicht; vielleicht wurde er abgeräumt.",
        ),
        "key": (
            "This key opens no seat here; perhaps it was given up.",
            "Deze sleutel past op geen plaats hier; misschien is die opgegeven.",
            "Dieser Schlüssel passt hier zu keinem Platz; vielleicht wurde er aufgegeben.",
        ),
        "present": (
            "That player is still here, or was a moment ago.",
            "Die speler is er nog, of was er net nog.",
            "Dieser Spieler ist noch da oder war es eben noch.",
        ),
        "full": (
            "All tables are taken; try again later.",
            "Alle tafels zijn bezet; probeer het later opnieuw.",
            "Alle Tische sind besetzt; versuche es später wieder.",
        ),
        "crowded": (
            "Too many are connected to this table.",
            "Er zijn te veel verbindingen met deze tafel.",
            "Mit diesem Tisch sind zu viele verbunden.",
        ),
        "elsewhere": (
            "Your seat is open in too many windows; this one is no longer connected.",
            "Je plaats staat in te veel vensters open; dit venster is niet meer verbonden.",
            "Dein Platz ist in zu vielen Fenstern offen; dieses ist nicht mehr verbunden.",
        ),
        "taken": ("That seat is taken.", "Die plaats is bezet.", "Dieser Platz ist besetzt."),
        "phase": (
            "Nothing is to be dealt now.",
            "Er is nu niets te delen.",
            "Jetzt ist nichts zu geben.",
        ),
        "long": (
            "This match has become too long; its table is closed.",
            "Deze partij is te lang geworden; de tafel is gesloten.",
            "Diese Partie ist zu lang geworden; der Tisch ist geschlossen.",
        ),
        "unfinished": (
            "The record can be had when the match is over.",
            "Het verslag is er als de partij is afgelopen.",
            "Das Protokoll gibt es, wenn die Partie zu Ende ist.",
        ),
        "verdict": ("The referee's verdict", "Het oordeel van de scheidsrechter", "Das Urteil des Schiedsrichters"),
        "verdict-legal": (
            "Every action of the record is legal, and every score is right.",
            "Elke handeling in het verslag is geldig, en elke stand klopt.",
            "Jede Handlung des Protokolls ist regelgerecht, und jeder Stand stimmt.",
        ),
        "verdict-illegal": (
            "An action of the record breaks the rules.",
            "Een handeling in het verslag is tegen de regels.",
            "Eine Handlung des Protokolls verstößt gegen die Regeln.",
        ),
        "verdict-misscored": (
            "A score of the record is wrong.",
            "Een stand in het verslag klopt niet.",
            "Ein Stand des Protokolls ist falsch.",
        ),
        "verdict-malformed": (
            "The record cannot be read.",
            "Het verslag is niet te lezen.",
            "Das Protokoll ist nicht lesbar.",
        ),
        "verdict-actions": (
            "Actions in the record: {count}.",
            "Handelingen in het verslag: {count}.",
            "Handlungen im Protokoll: {count}.",
        ),
        "verdict-at": (
            "Action {number}, “{action}”:",
            "Handeling {number}, “{action}”:",
            "Handlung {number}, „{action}“:",
        ),
        "verdict-won": ("Won by {names}.", "Gewonnen door {names}.", "Gewonnen von {names}."),
    }
)
