/** A Python client generated from the document: every solve has a function, and replies are objects of its classes. */
import { UC_EXAMPLE } from '../../../api/solve/examples.ts';

const GENERATOR = 'openapi-python-client==0.29.1';

const PROGRAM = `
import json, os
from client import AuthenticatedClient
from client.api.solve import (
    get_modules_analyst_solve_by_job_id_results as results,
    get_modules_analyst_solve_by_job_id_status as status,
    post_modules_analyst_solve_ed, post_modules_analyst_solve_scuc, post_modules_analyst_solve_validate,
    post_modules_analyst_solve_uc as solve,
)
from client.models import PostModulesAnalystSolveUcBody as Body

client = AuthenticatedClient(base_url=os.environ["API_URL"], token=os.environ["TOKEN"])
example = json.loads(${JSON.stringify(JSON.stringify(UC_EXAMPLE.body))})
empty = {"scenario_id": "x", "payload": {"generators": [], "loads": [], "horizon": 1}}
wrong = solve.sync_detailed(client=client, body=Body.from_dict(empty))
job = solve.sync(client=client, body=Body.from_dict(example), idempotency_key="generated-python")
while status.sync(job_id=job.job_id, client=client, prefer="wait=20").status != "completed":
    pass
result = results.sync(job_id=job.job_id, client=client)
print(json.dumps({
    "refused": wrong.status_code,
    "status": result.termination_status,
    "verified": result.certificate.verified,
    "hours": len(result.dispatch_mw["coal"]),
}))
`;

export interface GeneratedClient {
  readonly files: Readonly<Record<string, string>>;
  /** Commands that install the generator; if one fails, it is not available. */
  readonly install: readonly (readonly [command: string, ...args: string[]])[];
  /** Commands that run the client; the last prints the reply. */
  readonly use: GeneratedClient['install'];
}

export const PYTHON: GeneratedClient = {
  files: { 'program.py': PROGRAM },
  install: [
    ['python3', '-m', 'venv', 'venv'],
    ['venv/bin/pip', 'install', '--quiet', GENERATOR],
  ],
  use: [
    [
      'venv/bin/openapi-python-client',
      ...['generate', '--path', 'openapi.json', '--output-path', 'client', '--meta', 'none'],
    ],
    ['venv/bin/python', 'program.py'],
  ],
};
