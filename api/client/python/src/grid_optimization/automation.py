"""Schedules of recurring runs, and webhooks that notify of their end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from .known_names import KnownNames
from .transport import Transport

SCHEDULES, WEBHOOKS = "/api/schedules", "/api/webhooks"


class Automation:
    """Schedules and webhooks of a client."""

    _transport: Transport
    _names: KnownNames

    def schedule(self, id: str | None = None, **fields: Any) -> dict[str, Any]:
        """Create a schedule, or change the one with an id; fields as in the API: `name`, `cron`, `solve`."""
        return self._change(SCHEDULES, "schedule_id", id, fields)

    def schedules(self) -> pd.DataFrame:
        """List schedules by name, with their next times."""
        return pd.DataFrame(self._transport.json("GET", SCHEDULES)["schedules"])

    def delete_schedule(self, id: str) -> None:
        """Delete a schedule; its runs stay."""
        self._transport.send("DELETE", f"{SCHEDULES}/{id}", harmless=True)

    def pause_schedule(self, id: str) -> None:
        """Pause a schedule until `resume_schedule`."""
        self._transport.send("POST", f"{SCHEDULES}/{id}/pause", harmless=True)

    def resume_schedule(self, id: str) -> None:
        """Resume a paused schedule."""
        self._transport.send("POST", f"{SCHEDULES}/{id}/unpause", harmless=True)

    def trigger_schedule(self, id: str) -> None:
        """Start a run of a schedule now."""
        self._transport.send("POST", f"{SCHEDULES}/{id}/trigger")

    def schedule_history(self, id: str) -> pd.DataFrame:
        """List the runs of a schedule, newest first, with kinds, ids and times."""
        return pd.DataFrame(self._transport.json("GET", f"{SCHEDULES}/{id}/history")["history"])

    def webhook(
        self,
        url: str | None = None,
        events: Sequence[str] | None = None,
        *,
        id: str | None = None,
        **fields: Any,
    ) -> dict[str, Any]:
        """Create a webhook, or change the one with an id; its `secret` is shown once.

        Parameters
        ----------
        url : str
            https.
        events : list of str, optional
            Such as `job.ended`; default all.
        **fields
            Fields as in the API.
        """
        given = {"url": url, "events": None if events is None else list(events)}
        sent = {**{name: value for name, value in given.items() if value is not None}, **fields}
        return self._change(WEBHOOKS, "webhook_id", id, sent)

    def webhooks(self) -> pd.DataFrame:
        """List webhooks."""
        return pd.DataFrame(self._transport.json("GET", WEBHOOKS)["webhooks"])

    def delete_webhook(self, id: str) -> None:
        """Delete a webhook."""
        self._transport.send("DELETE", f"{WEBHOOKS}/{id}", harmless=True)

    def test_webhook(self, id: str) -> dict[str, Any]:
        """Post a test event to a webhook."""
        return self._transport.json("POST", f"{WEBHOOKS}/{id}/test", harmless=True)

    def deliveries(self, id: str) -> pd.DataFrame:
        """List the deliveries of a webhook, newest first."""
        return pd.DataFrame(self._transport.json("GET", f"{WEBHOOKS}/{id}/deliveries")["deliveries"])

    def repeat_delivery(self, id: str, delivery_id: str) -> None:
        """Post a delivery again."""
        self._transport.send("POST", f"{WEBHOOKS}/{id}/deliveries/{delivery_id}/repeat", harmless=True)

    def _change(self, path: str, key: str, id: str | None, fields: dict[str, Any]) -> dict[str, Any]:
        if id is None:
            self._names.check("POST", path, fields)
            return self._transport.json("POST", path, fields)
        self._names.check("PATCH", f"{path}/{{{key}}}", fields)
        return self._transport.json("PATCH", f"{path}/{id}", fields)
