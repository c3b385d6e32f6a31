/**
 * Code that submits a job again, by curl, in Python and by the command line. The code reads the API key from the
 * environment.
 */
import type { Job } from '../../client/runs.ts';

type JobSettings = Pick<
  Job,
  'job_id' | 'job_type' | 'scenario_id' | 'name' | 'tags' | 'solver' | 'time_limit_s' | 'target_gap'
>;

/** Quotes text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Code for a job. `server`: address without a trailing slash. */
export function jobCode(job: JobSettings, server: string) {
  const { job_id, job_type, scenario_id, name, tags, solver, time_limit_s, target_gap } = job;
  // Text that is valid in both JSON and Python; undefined fields are omitted.
  const request = JSON.stringify({ scenario_id, name: name ?? undefined, tags, timeout: time_limit_s });
  const fetchCase = `export GRID_URL=${quoted(server)}
solves=$GRID_URL/api/modules/analyst/solve key="X-API-Key: $GRID_API_KEY"
curl -sSf -H "$key" $solves/${job_id}/payload -o case.json`;
  const options = [
    `--scenario=${quoted(scenario_id)}`,
    name && `--name=${quoted(name)}`,
    ...tags.map((tag) => `--tag=${quoted(tag)}`),
    time_limit_s !== undefined && `--timeout=${time_limit_s}`,
    target_gap !== undefined && `--gap=${target_gap}`,
  ].filter(Boolean);
  return {
    curl: `${fetchCase}
{ printf '%s' ${quoted(`${request.slice(0, -1)},"payload":`)}; cat case.json; echo '}'; } |
  curl -sSf -H "$key" -H 'Content-Type: application/json' --data-binary @- $solves/${job_type}`,
    Python: `import os, requests
api = requests.Session()
api.headers["X-API-Key"] = os.environ["GRID_API_KEY"]
solves = ${JSON.stringify(server)} + "/api/modules/analyst/solve"
request = ${request}
request["payload"] = api.get(f"{solves}/${job_id}/payload").json()
reply = api.post(f"{solves}/${job_type}", json=request)
reply.raise_for_status()
job = reply.json()["job_id"]`,
    'Command line': `${fetchCase}
grid solve case.json --type=${job_type} --solver=${solver} ${options.join(' ')} --watch`,
  };
}

/** Python code that reads a table of a result. */
export function tableCode(jobId: string, table: string, server: string): string {
  const url = `${server}/api/modules/analyst/solve/${jobId}/results?format=csv&table=${table}`;
  return `import os, pandas
key = {"X-API-Key": os.environ["GRID_API_KEY"]}
${table} = pandas.read_csv(${JSON.stringify(url)}, storage_options=key)`;
}
