/** The request that a job was, as texts for curl, Python and the command line; the key comes from the environment. */
import type { Job } from '../results/view.ts';

type Asked = Pick<
  Job,
  'job_id' | 'job_type' | 'scenario_id' | 'name' | 'tags' | 'solver' | 'time_limit_s' | 'target_gap'
>;

/** For a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:=%-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** `server`: its address, without a slash at the end. */
export function jobCode(job: Asked, server: string): Readonly<Record<string, string>> {
  const { job_id, job_type, scenario_id, name, tags, time_limit_s } = job;
  const asked = {
    scenario_id,
    ...(name !== null && { name }),
    ...(tags.length > 0 && { tags }),
    ...(time_limit_s !== undefined && { timeout: time_limit_s }),
  };
  const key = '-H "X-API-Key: $GRID_API_KEY"';
  const fetchCase = [
    `export GRID_URL=${quoted(server)}`,
    `curl -sSf ${key} "$solves/${job_id}/payload" -o case.json`,
  ];
  const head = `${JSON.stringify(asked).slice(0, -1)},"payload":`;
  return {
    curl: [
      ...fetchCase,
      `{ printf '%s' ${quoted(head)}; cat case.json; echo '}'; } |`,
      `  curl -sSf ${key} -H 'Content-Type: application/json' --data-binary @- "$solves/${job_type}"`,
    ].join('\n'),
    Python: pythonCode(job, asked, server),
    'Command line': [...fetchCase, commandOf(job)].join('\n'),
  };
}

/** JSON strings, lists of them and numbers are literals of Python too. */
const pythonCode = ({ job_id, job_type }: Asked, asked: object, server: string): string => `import io, os
import pandas, requests

api = requests.Session()
api.headers["X-API-Key"] = os.environ["GRID_API_KEY"]
solves = ${JSON.stringify(server)} + "/api/modules/analyst/solve"
case = api.get(f"{solves}/${job_id}/payload").json()
request = {
${Object.entries(asked)
  .map(([field, value]) => `    ${JSON.stringify(field)}: ${JSON.stringify(value)},`)
  .join('\n')}
    "payload": case,
}
reply = api.post(f"{solves}/${job_type}", json=request)
reply.raise_for_status()
job = reply.json()["job_id"]
while api.get(f"{solves}/{job}/status", headers={"Prefer": "wait=20"}).json()["status"] in ("queued", "running"):
    pass
table = api.get(f"{solves}/{job}/results", params={"format": "csv", "table": "lmp"})
prices = pandas.read_csv(io.StringIO(table.text))
`;

function commandOf({ job_type, scenario_id, name, tags, solver, time_limit_s, target_gap }: Asked): string {
  const options: readonly (readonly [string, string | number | null | undefined])[] = [
    ['type', job_type],
    ['scenario', scenario_id],
    ['name', name],
    ...tags.map((tag) => ['tag', tag] as const),
    ['timeout', time_limit_s],
    ['gap', target_gap],
    ['solver', solver],
  ];
  const given = options.flatMap(([option, value]) =>
    value === null || value === undefined ? [] : [`--${option}=${quoted(String(value))}`],
  );
  return `grid solve case.json ${given.join(' ')} --watch`;
}

/** One table of a result. */
export const tableCode = (jobId: string, table: string, server: string): Readonly<Record<string, string>> => {
  const path = `/api/modules/analyst/solve/${jobId}/results?format=csv&table=${table}`;
  return {
    curl: `curl -sSf -H "X-API-Key: $GRID_API_KEY" ${quoted(server + path)} -o ${table}.csv`,
    pandas: `import os, pandas\n${table} = pandas.read_csv(${JSON.stringify(server + path)}, storage_options={"X-API-Key": os.environ["GRID_API_KEY"]})`,
  };
};
