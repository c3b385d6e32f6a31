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
from .errors import NotLossless as NotLossless
from .errors import NotSignedIn as NotSignedIn
from .errors import OldServer as OldServer
from .errors import Refused as Refused
from .errors import Unreachable as Unreachable
from .errors import WrongServer as WrongServer
from .experiment import Experiment as Experiment
from .job import Job as Job
from .result import Result as Result
from .run import Run as Run
