"""The client: what is submitted, what is taken up again, and what the server has."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd

from .errors import CaseError, NotSignedIn
from .experiment import Experiment
from .files import ForeignFile, read_file
from .job import Job
from .pypsa_export import PackedNetwork, is_network
from .pypsa_fill import fill
from .run import Run
from .sending import imported_case, run_of, stored_scenario, submit
from .transport import Transport

if TYPE_CHECKING:
    from pypsa import Network

JobType = Literal["uc", "scuc", "ed"]
LONGEST_SOLVE_H = 168
MODELS = {"uc": "uc-standard", "scuc": "scuc-dc", "ed": "ed-hourly"}


class Client:
    """A connection to the service, shared by everything that it submits; `with` closes it.

    Parameters
    ----------
    url : str, optional
        Address of the server; default `GRID_URL`, else `http://127.0.0.1:8000`.
    api_key : str, optional
        Made on the page of your account; default `GRID_API_KEY`.
    patience_s : float
        How long one request is tried again after 429, 502, 503 and broken connections, s.

    Examples
    --------
    >>> with Client("https://grid.example.org", key) as client:  # doctest: +SKIP
    ...     job = client.solve("case.json", type="uc")
    ...     job.result.dispatch
    """

    def __init__(
        self, url: str | None = None, api_key: str | None = None, *, patience_s: float = 90.0
    ) -> None:
        key = api_key or os.environ.get("GRID_API_KEY")
        if not key:
            raise NotSignedIn("No API key: make one on the page of your account and set GRID_API_KEY to it")
        address = url or os.environ.get("GRID_URL") or "http://127.0.0.1:8000"
        self._transport = Transport(address, key, patience_s)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections. Jobs, runs and experiments go on."""
        self._transport.close()

    def __repr__(self) -> str:
        return f"Client({self._transport.url!r})"

    def solve(
        self,
        case: Mapping[str, Any] | str | os.PathLike[str] | Network,
        type: JobType = "scuc",
        wait: bool = True,
        progress: bool = True,
        *,
        name: str | None = None,
        timeout: int | None = None,
        mip_gap: float | None = None,
    ) -> Job | Run:
        """Solve a case.

        Parameters
        ----------
        case : dict, path or pypsa.Network
            A payload, in which tables may be DataFrames and series may be Series or arrays; or a file with
            one, of pglib-uc, UnitCommitment.jl or MATPOWER; or a network: a file, zip or folder of RTS-GMLC,
            PyPSA (CSV), Egret or PSS/E RAW. A network is a run of one solve: all snapshots of a
            `pypsa.Network`, the first day of others.
        type : {"scuc", "uc", "ed"}
            Security-constrained unit commitment, unit commitment on one bus, or economic dispatch. With
            `scuc` a network has the limits of its lines, and contingencies only in `run(n_1=True)`.
        wait : bool
            Whether to wait for the end; Ctrl-C raises `Detached`, and the job goes on.
        progress : bool
            Whether to draw a bar meanwhile, where tqdm is installed.
        name : str, optional
            Names the job in lists.
        timeout : int, optional
            Time limit of the solve, s; default 300.
        mip_gap : float, optional
            Relative gap that counts as optimal.
        """
        read: Any = case if isinstance(case, Mapping) or is_network(case) else read_file(Path(case))
        if is_network(read) or (isinstance(read, ForeignFile) and read.kind == "network"):
            sent = PackedNetwork(read) if is_network(read) else read
            run = self._solve_network(sent, type, timeout, mip_gap)
            return run.wait(progress) if wait else run
        stem = "python" if isinstance(case, Mapping) else Path(case).name.split(".")[0]
        body = imported_case(self._transport, read) if isinstance(read, ForeignFile) else dict(read)
        body = body if "payload" in body else {"payload": body}
        if mip_gap is not None:
            options = {**(body["payload"].get("options") or {}), "mip_gap": mip_gap}
            body["payload"] = {**body["payload"], "options": options}
        own = {"scenario_id": name, "timeout": timeout}
        body = {
            "scenario_id": stem,
            **body,
            **{key: value for key, value in own.items() if value is not None},
        }
        job = Job(self._transport, submit(self._transport, f"{Job.path}/{type}", body)["job_id"])
        return job.wait(progress) if wait else job

    def solve_pypsa(
        self,
        network: Network,
        *,
        type: JobType = "scuc",
        strict: bool = False,
        progress: bool = True,
        timeout: int | None = None,
        mip_gap: float | None = None,
    ) -> Run:
        """Solve a network of PyPSA, and write the schedule into it as `network.optimize()` does.

        Sets `generators_t` (`p`, `status`, `start_up`, `shut_down`), `lines_t`, `transformers_t`, `links_t`
        (`p0`, `p1`), `buses_t` (`marginal_price`, `p`), `storage_units_t` (`p`, `p_dispatch`, `p_store`,
        `state_of_charge`), `loads_t.p`, `objective`, and `p_nom_opt`, `s_nom_opt` of what is not extendable.

        Parameters
        ----------
        network : pypsa.Network
            Of at most 168 h; changed in place.
        strict : bool
            Whether to refuse parts without a counterpart; else a warning names each component.
        type, progress, timeout, mip_gap
            As for `solve`.

        Raises
        ------
        NotLossless
            With `strict`, where the server would solve another problem; nothing is solved.
        NoSchedule
            If the network is infeasible, with the reasons; it is unchanged then.
        """
        packed = PackedNetwork(network)
        run = self._solve_network(packed, type, timeout, mip_gap, strict).wait(progress)
        fill(packed, run.result)
        return run

    def run(
        self,
        network: str | os.PathLike[str] | Network | None = None,
        *,
        model: str = "pcm-rolling",
        wait: bool = True,
        progress: bool = True,
        solver: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Run:
        """Run a production-cost model, by default day by day over a long horizon.

        Parameters
        ----------
        network : str, path or pypsa.Network, optional
            Id of a stored network, or one to send; default that of the model.
        model : str
            `pcm-rolling` (up to 8,784 h), `scuc-dc`, `uc-standard` or `ed-hourly` (up to 168 h).
        solver : dict, optional
            `id` and of each solve `time_limit` (s) and `mip_gap`; default `{"id": "highs"}`.
        **options
            Of the study, as the API names them: `horizon` (h) or `days`, `start`, `n_1`, `losses`,
            `include_reserves`, `fuel_prices`, `emission_price_usd_per_t`, `outage_seed`, ...
        """
        body = {"pcm_model_id": model, "solver": solver or {"id": "highs"}, "options": options}
        path: Any = network
        if is_network(network):
            run = run_of(self._transport, PackedNetwork(path), body)
        elif network is not None and Path(path).exists():
            read = read_file(Path(path))
            if not isinstance(read, ForeignFile) or read.format in ("pglib-uc", "unitcommitment-jl"):
                raise CaseError(f"{network} is a case, not a network: use solve")
            run = run_of(self._transport, read, body)
        else:
            body |= {} if network is None else {"network_id": path}
            run = Run(
                self._transport, submit(self._transport, "/api/model-builder/run", body)["execution_id"]
            )
        return run.wait(progress) if wait else run

    def experiment(
        self,
        base: str | Mapping[str, Any],
        variables: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]],
        *,
        name: str = "python",
        method: str = "grid",
        type: JobType = "scuc",
        wait: bool = True,
        progress: bool = True,
        **options: Any,
    ) -> Experiment:
        """Solve a matrix of scenarios over a base.

        Parameters
        ----------
        base : str or dict
            Id of a scenario, or a payload, which is stored as a scenario of this `type`.
        variables : dict or list of dict
        variables : dict or list of dict
            Variable -> its values, or as the API has them: `{"load": [0.9, 1, 1.1]}` are multipliers,
            `{"generators.coal.p_max": [90, 100]}` values of the field.
        method : str
            `grid`, `list`, `one_at_a_time`, `random`, `lhs` or `sobol`.
        **options
            `timeout_per_scenario` (s), `max_parallel`, ... as the API names them.
        """
        if isinstance(base, Mapping):
            base = stored_scenario(self._transport, name, type, base.get("payload", base))
        if isinstance(variables, Mapping):
            variables = [{"name": key, "type": "discrete", "values": of} for key, of in variables.items()]
        matrix = {"method": method, "variables": variables}
        body = {"name": name, "base_scenario_id": base, "scenario_matrix": matrix, **options}
        id = submit(self._transport, f"{Experiment.path}/submit", body)["experiment_id"]
        experiment = Experiment(self._transport, id)
        return experiment.wait(progress) if wait else experiment

    def open_job(self, id: str) -> Job:
        """Take a job up again."""
        return Job(self._transport, id)

    def open_run(self, id: str) -> Run:
        """Take a run up again."""
        return Run(self._transport, id)

    def open_experiment(self, id: str) -> Experiment:
        """Take an experiment up again."""
        return Experiment(self._transport, id)

    def jobs(self, **query: Any) -> pd.DataFrame:
        """List jobs, newest first; `status`, `q`, `limit`, `offset`, ... as the API names them."""
        return pd.DataFrame(self._transport.json("GET", Job.path, params=query)["jobs"])

    def scenario(self, id: str) -> dict[str, Any]:
        """Read the payload of a stored or shared scenario, such as `demo-24h`."""
        payload: dict[str, Any] = self._transport.json("GET", f"/api/scenarios/{id}")["payload"]
        return payload

    def _solve_network(
        self,
        sent: PackedNetwork | ForeignFile,
        type: JobType,
        timeout: int | None,
        mip_gap: float | None,
        strict: bool = False,
    ) -> Run:
        hours = sent.hours if isinstance(sent, PackedNetwork) else 24
        if hours > LONGEST_SOLVE_H:
            words = f"The network has {hours} h, one solve at most {LONGEST_SOLVE_H}"
            raise CaseError(f"{words}: set fewer snapshots, or use client.run(network, days=...)")
        limits = {"time_limit": timeout, "mip_gap": mip_gap}
        solver = {"id": "highs", **{key: value for key, value in limits.items() if value is not None}}
        options = {"horizon": hours, **({"n_1": False} if type == "scuc" else {})}
        body = {"pcm_model_id": MODELS[type], "solver": solver, "options": options}
        return run_of(self._transport, sent, body, strict)
