/** A Python client of the document: every solve has its function, and what it reads are objects of its classes. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UC_EXAMPLE } from '../../../api/solve/examples.ts';
import { install, run } from './run.ts';

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

export async function installPython(folder: string): Promise<void> {
  await install(folder, 'python3', ['-m', 'venv', 'venv']);
  await install(folder, 'venv/bin/pip', ['install', '--quiet', GENERATOR]);
}

export async function runPython(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  await writeFile(join(folder, 'program.py'), PROGRAM);
  const generate = ['generate', '--path', 'openapi.json', '--output-path', 'client', '--meta', 'none'];
  await run(folder, 'venv/bin/openapi-python-client', generate);
  return run(folder, 'venv/bin/python', ['program.py'], env);
}
