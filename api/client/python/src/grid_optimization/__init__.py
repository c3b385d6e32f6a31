"""Unit commitment, SCUC and economic dispatch over HTTP, with results as DataFrames.

Powers are MW, prices $/MWh, costs $; hours are 0-based where a case has no date.
"""

from .client import Client as Client
from .errors import CaseError as CaseError
from .errors import Detached as Detached
from .errors import GridError as GridError
from .errors import JobFailed as JobFailed
from .errors import NoSchedule as NoSchedule
from .errors import NotFound as NotFound
from .errors import NotSignedIn as NotSignedIn
from .errors import Refused as Refused
from .errors import Unreachable as Unreachable
from .errors import WrongServer as WrongServer
from .result import Result as Result
from .runs import ConnectionStudy as ConnectionStudy
from .runs import Experiment as Experiment
from .runs import Job as Job
from .runs import Run as Run
from .runs import Solve as Solve
