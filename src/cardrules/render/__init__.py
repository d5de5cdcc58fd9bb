"""Pictures of the table, made of views: SVG, and text for terminals."""

from cardrules.render.charts import chart
from cardrules.render.picture import Picture
from cardrules.render.plain import text
from cardrules.render.tables import card, svg

__all__ = ["Picture", "card", "chart", "svg", "text"]
