"""The client, the interface of the package."""

from __future__ import annotations

import os
import secrets
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, overload

import pandas as pd

from .automation import Automation
from .cases import Case, JobType, imported_case, one_solve, read_case, run_of, schedule_bytes
from .errors import CaseError, NotSignedIn
from .files import ForeignFile, parse_json
from .known_names import KnownNames, refuse_names
from .many import all_of
from .pypsa_fill import fill
from .pypsa_network import PackedNetwork, is_network
from .result import Result
from .runs import ConnectionStudy, Experiment, Job, Run, Solve, Work
from .transport import Transport

if TYPE_CHECKING:
    from pypsa import Network
    from typing_extensions import Unpack

RUN = "/api/model-builder/run"


class SolveOptions(TypedDict, total=False):
    """Options of `solve`."""

    wait: bool
    progress: bool
    timeout: int
    mip_gap: float
    name: str
    tags: list[str]
    hours: int
    strict: bool


class Client(Automation):
    """A connection to the service, shared by its jobs, runs and experiments; `with` closes it.

    Parameters
    ----------
    url : str, optional
        Address of the server; default `GRID_URL`, else `http://127.0.0.1:8000`.
    api_key : str, optional
        Created on your account page; default `GRID_API_KEY`.
    patience_s : float
        Longest time of retries after 429, 502, 503 and lost connections, s.
    """

    def __init__(self, url: str | None = None, api_key: str | None = None, patience_s: float = 90.0) -> None:
        key = api_key or os.environ.get("GRID_API_KEY")
        if not key:
            raise NotSignedIn("No API key: create one on your account page and set GRID_API_KEY to it")
        address = url or os.environ.get("GRID_URL") or "http://127.0.0.1:8000"
        self._transport = Transport(address, key, patience_s)
        self._names = KnownNames(self._transport)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections. Jobs, runs and experiments continue."""
        self._transport.close()

    @overload
    def solve(self, case: Mapping[str, Any], type: JobType = ..., **options: Unpack[SolveOptions]) -> Job: ...
    @overload
    def solve(
        self, case: str | os.PathLike[str], type: JobType = ..., **options: Unpack[SolveOptions]
    ) -> Solve: ...
    @overload
    def solve(self, case: Network, type: JobType = ..., **options: Unpack[SolveOptions]) -> Run: ...
    def solve(self, case: Case, type: JobType = "scuc", **options: Unpack[SolveOptions]) -> Solve:
        """Solve a case.

        Parameters
        ----------
        case : dict, path or pypsa.Network
            A payload, in which tables may be DataFrames and series may be Series or arrays; or a file with
            one, of pglib-uc, UnitCommitment.jl or MATPOWER; or a network: a file, zip or folder of RTS-GMLC,
            PyPSA, Egret or PSS/E RAW. A network is a run with one solve of all its hours.
        type : {"scuc", "uc", "ed"}
            Security-constrained unit commitment, unit commitment on one bus, or economic dispatch. With
            `scuc` a network has the limits of its lines, and contingencies only in `run(n_1=True)`.
        wait, progress : bool
            Whether to wait for the end (default), and to draw a progress bar if tqdm is installed.
            Ctrl-C raises `Detached`, and the job continues.
        timeout, mip_gap : optional
            Time limit, s (default 300), and relative gap at which the search stops (default 0.001).
        name, tags : optional
            Only for a case.
        hours : int, optional
            Only for a network: number of first hours to solve.
        strict : bool
            Whether to refuse parts of a PyPSA network without a counterpart (default).
        """
        refuse_names("solve", options, SolveOptions)
        wait, progress = options.get("wait", True), options.get("progress", True)
        timeout, mip_gap, hours = options.get("timeout"), options.get("mip_gap"), options.get("hours")
        read = read_case(case, options.get("strict", True))
        work: Solve
        if isinstance(read, ForeignFile) and read.kind == "network":
            if refused := {"name", "tags"} & set(options):
                raise TypeError(f"{refused.pop()!r} is only for a case; a network has its own name")
            work = run_of(
                self._transport, read, lambda length: one_solve(hours or length, type, timeout, mip_gap)
            )
        else:
            if hours is not None:
                raise TypeError("'hours' is only for a network; a case has its horizon")
            given = imported_case(self._transport, read) if isinstance(read, ForeignFile) else read
            stem = "python" if isinstance(case, Mapping) else Path(str(case)).name.split(".")[0]
            body = {"scenario_id": stem, **(given if "payload" in given else {"payload": given})}
            limits = {key: value for key, value in options.items() if key in ("timeout", "name", "tags")}
            path = f"{Job.path}/{type}"
            body = self._names.body(path, {**body, **limits})
            if mip_gap is not None:
                own = body["payload"].get("options") or {}
                body["payload"] = {**body["payload"], "options": {**own, "mip_gap": mip_gap}}
            work = Job(self._transport, self._transport.json("POST", path, body, once=True)["job_id"])
        return work.wait(progress) if wait else work

    def solve_many(
        self, cases: Iterable[Case], type: JobType = "scuc", **options: Unpack[SolveOptions]
    ) -> list[Solve]:
        """Solve cases in parallel, as many as the limits of the server allow, and wait for all.

        Parameters
        ----------
        cases : iterable of dict, path or pypsa.Network
            As for `solve`, with its options; jobs are returned in order.

        Raises
        ------
        GridError
            The first refusal, once all others have ended; a failed job raises when its result is read.
        """
        each: Any = {**options, "wait": False, "progress": False}
        submit = [partial(self.solve, case, type, **each) for case in cases]
        return all_of(submit, options.get("progress", True))

    def solve_pypsa(
        self,
        network: Network,
        *,
        type: JobType = "scuc",
        strict: bool = True,
        progress: bool = True,
        timeout: int | None = None,
        mip_gap: float = 1e-4,
    ) -> Run:
        """Solve a PyPSA network, and write all results of `network.optimize()` into it except shadow prices.

        Parameters
        ----------
        network : pypsa.Network
            At most 168 snapshots, each of which counts for an hour times its weight, as in PyPSA. It is
            changed in place.
        strict : bool
            Whether to refuse parts without a counterpart; else they are left out with a warning.
        mip_gap : float
            Relative gap at which the search stops; the default is that of HiGHS in PyPSA.
        type, progress, timeout
            As for `solve`.

        Raises
        ------
        CaseError, NoSchedule
            With `strict` if the problem would change; for an infeasible network, which is then unchanged.
        """
        packed = PackedNetwork(network, strict)
        run = run_of(self._transport, packed, lambda hours: one_solve(hours, type, timeout, mip_gap))
        result = run.wait(progress).result
        fill(packed, result)
        if result.raw.get("end_reason") not in (None, "proven", "gap_reached"):
            gap = result.summary["mip_gap"]
            warnings.warn(
                f"The search ended before its gap ({result.raw['end_reason']}): the cost may be up to "
                f"{'an unknown share' if gap is None else f'{gap:.2%}'} above the optimum",
                stacklevel=2,
            )
        return run

    def run(
        self,
        network: str | os.PathLike[str] | Network | None = None,
        *,
        model: str = "pcm-rolling",
        wait: bool = True,
        progress: bool = True,
        strict: bool = True,
        solver: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Run:
        """Run a production-cost model, by default day by day over a long horizon.

        Parameters
        ----------
        network : str, path or pypsa.Network, optional
            Id of a stored network, or a network to send; default: that of the model.
        model : str
            `pcm-rolling` (up to 8,784 h), `scuc-dc`, `uc-standard` or `ed-hourly` (up to 168 h).
        strict : bool
            As for `solve`.
        solver : dict, optional
            `time_limit` (s) and `mip_gap` of each solve.
        **options
            Options of the study, as the API names them: `horizon` (h) or `days`, `start`, `n_1`, `losses`,
            `include_reserves`, `fuel_prices`, `emission_price_usd_per_t`, `outage_seed`, ...
        """
        self._names.check("POST", RUN, options, "options")
        self._names.check("POST", RUN, solver or {}, "solver")
        highs = {"id": "highs", **(solver or {})}
        body: dict[str, Any] = {"pcm_model_id": model, "solver": highs, "options": options}
        if is_network(network) or Path(str(network)).exists():
            read = read_case(network, strict)
            if not isinstance(read, ForeignFile) or (read.kind != "network" and read.format != "matpower"):
                raise CaseError(f"{network} is a case, not a network: use solve")
            if isinstance(read, PackedNetwork):
                read.check_hourly()
            run = run_of(self._transport, read, lambda hours: body)
        else:
            sent = body if network is None else {**body, "network_id": network}
            reply = self._transport.json("POST", RUN, sent, once=True)
            run = Run(self._transport, reply["execution_id"])
        return run.wait(progress) if wait else run

    def experiment(
        self,
        base: str | Mapping[str, Any],
        variables: Mapping[str, Any],
        *,
        name: str = "python",
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
        variables : dict
            Variable -> its values, all of which are combined: `{"load": [0.9, 1, 1.1]}` are multipliers,
            `{"generators.coal.p_max": [90, 100]}` values of the field; or a matrix as the API has it.
        **options
            `timeout_per_scenario` (s), `max_parallel`, ... as the API names them.
        """
        self._names.check("POST", f"{Experiment.path}/submit", options)
        if isinstance(base, Mapping):
            stored = {"name": name, "job_type": type, "payload": base.get("payload", base)}
            base = f"{name}-{secrets.token_hex(4)}"
            self._transport.json("PUT", f"/api/scenarios/{base}", stored, harmless=True)
        each = [{"name": key, "type": "discrete", "values": values} for key, values in variables.items()]
        matrix = variables if "method" in variables else {"method": "grid", "variables": each}
        body = {"name": name, "base_scenario_id": base, "scenario_matrix": matrix, **options}
        reply = self._transport.json("POST", f"{Experiment.path}/submit", body, once=True)
        experiment = Experiment(self._transport, reply["experiment_id"])
        return experiment.wait(progress) if wait else experiment

    def verify(
        self, case: Case, schedule: Case | Result, *, type: JobType = "scuc", bound: bool = False
    ) -> dict[str, Any]:
        """Verify a schedule of another tool; nothing is solved or stored.

        Parameters
        ----------
        case : dict, path or pypsa.Network
            As for `solve`.
        schedule : dict, Result, path or pypsa.Network
            `dispatch_mw` and `commitment` by unit, MW and 0 or 1 per hour, and as much of a result as there
            is; or a file of UnitCommitment.jl or Egret, or a folder of PyPSA; or a network after `optimize`.
        bound : bool
            Whether to compute a lower bound of the cost.

        Returns
        -------
        dict
            `verified`, `verdict` (verified, refused or not_fully_judged), `problems` in words, `not_judged`
            with the rules that were left out and why, `certificate` with the costs ($), `derived`, `missing`,
            `notes`.
        """
        read, path = read_case(case), "/api/modules/analyst/verify"
        if schedule is case and isinstance(read, ForeignFile):
            given = read.schedule() if isinstance(read, PackedNetwork) else read.content
        else:
            given = schedule_bytes(schedule)
        query = {"type": type, "bound": bound}
        if isinstance(read, ForeignFile):
            files = [("case", ("case/file", read.content)), ("schedule", ("schedule/file", given))]
            params = {"format": read.format, **query}
            return self._transport.json("POST", f"{path}/files", params=params, files=files, harmless=True)
        try:
            body = {"payload": read.get("payload", read), "schedule": parse_json(given), **query}
        except ValueError as error:
            words = "A case of this service goes with a schedule as JSON, in its names"
            raise CaseError(f"{words}: {error}") from error
        return self._transport.json("POST", path, body, harmless=True)

    def what_if(self, job: Job, changes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Bound the cost ($) of a changed case: `interval`; `what_if_id` is its exact solve.

        Parameters
        ----------
        job : Job
            A solved job; for a run with one solve its `job`.
        changes : list of dict
            As the API names them: `{"load": "*", "factor": 1.05}`, `{"unit": "coal", "value": 90}` (MW),
            `{"line": "L1", "factor": 0.8, "hours": [1, 2]}`.
        """
        return self._transport.json("POST", f"{Job.path}/{job.id}/what-if", {"changes": changes}, once=True)

    def ac_check(self, job: Job, slack_buses: Sequence[int], **data: Any) -> dict[str, Any]:
        """Check a schedule by an AC power flow of every interval: `summary`, `intervals`, `assumptions`.

        Parameters
        ----------
        job : Job
            A solved job whose case has lines; for a run with one solve its `job`.
        slack_buses : list of int
            One bus of each island, which balances it.
        **data
            What the case lacks, as in the API: `power_factor`, `buses`, `branches`, `generators`,
            `with_voltages`, ...
        """
        self._names.check("POST", f"{Job.path}/{{job_id}}/ac-check", data)
        body = {"slack_buses": list(slack_buses), **data}
        return self._transport.json("POST", f"{Job.path}/{job.id}/ac-check", body)

    def share(self, work: Work, days: int = 30) -> str:
        """Make a read-only link to a job, run or experiment, valid until it or the API key expires."""
        body = {"kind": work.kind, "id": work.id, "expires_in_days": days}
        secret = self._transport.json("POST", "/api/shares", body)["secret"]
        return f"{self._transport.url}/#/shared/{secret}"

    def jobs(self, **query: Any) -> pd.DataFrame:
        """List jobs, newest first; `status`, `q`, `limit`, `offset`, ... as in the API."""
        self._names.check("GET", Job.path, query)
        return pd.DataFrame(self._transport.json("GET", Job.path, params=query)["jobs"])

    def connection_study(
        self,
        network: str,
        candidates: Sequence[Mapping[str, Any]] | Mapping[str, Any],
        max_mw: float,
        *,
        wait: bool = True,
        progress: bool = True,
        **options: Any,
    ) -> ConnectionStudy:
        """Study how much power can connect at buses of a stored network, up to `max_mw`.

        Parameters
        ----------
        candidates : list or dict
            `[{"bus": 8, "kind": "load"}]`, or `{"kind": "load", "buses": "all"}`, with a list of buses or
            `{"area": ...}` in place of `"all"`; kinds are `load`, `generation` and `storage`.
        **options
            `days`, `start`, `n_1`, `include_reserves`, `flexible_hours`, ... as the API names them.
        """
        path = ConnectionStudy.path
        self._names.check("POST", path, options)
        body = {"network_id": network, "candidates": candidates, "max_mw": max_mw, **options}
        reply = self._transport.json("POST", path, body, once=True)
        study = ConnectionStudy(self._transport, reply["study_id"])
        return study.wait(progress) if wait else study

    def open_connection_study(self, id: str) -> ConnectionStudy:
        """Open a connection study by its id."""
        return ConnectionStudy(self._transport, id)

    def open_job(self, id: str) -> Job:
        """Open a job by its id."""
        return Job(self._transport, id)

    def open_run(self, id: str) -> Run:
        """Open a run by its id."""
        return Run(self._transport, id)

    def open_experiment(self, id: str) -> Experiment:
        """Open an experiment by its id."""
        return Experiment(self._transport, id)
