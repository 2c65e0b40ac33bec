"""The campaign: five sectors in a row, one ship, and what is salvaged on the way (DS-92 to DS-105)."""
