/** The lists of the server, one job, and from the beginning of an id, as lists show it, to the whole of it. */
import { type Client, data, type Reply } from '../../client/client.ts';
import type { Job } from '../../client/runs.ts';
import { Refusal } from '../terminal/exit.ts';

/** Where each kind of run is listed, and the command that shows one. */
const KINDS = {
  job: { list: 'jobs', id: 'job_id', command: 'grid job' },
  run: { list: 'executions', id: 'execution_id', command: 'grid execution' },
  experiment: { list: 'experiments', id: 'experiment_id', command: 'grid experiment status' },
  schedule: { list: 'schedules', id: 'schedule_id', command: 'grid schedules' },
  webhook: { list: 'webhooks', id: 'webhook_id', command: 'grid webhooks' },
} as const;
export type Kind = keyof typeof KINDS;

const SHOWN = 8;
const FEWEST = 4;
const WHOLE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const BEGINNING = /^[\da-f-]+$/i;
const PAGE = 100;

/** An id as tables show it. */
export const shortId = (id: string): string => (WHOLE.test(id) ? id.slice(0, SHOWN) : id);

/** A whole id is taken as it is; the name of one alone does as well. Throws `Refusal` when `text` is the beginning of none or of several. */
export async function idOf(client: Client, kind: Kind, text: string): Promise<string> {
  if (WHOLE.test(text)) return text.toLowerCase();
  if (text.length < FEWEST)
    throw new Refusal(`'${text}' is too short: type at least ${FEWEST} characters of the id`);
  const found = await begunBy(client, kind, text);
  const [[id] = [], ...others] = found;
  if (id === undefined)
    throw new Refusal((await kindOf(client, kind, text)) ?? `No ${kind} begins with '${text}'.`);
  if (others.length === 0) return id;
  const lines = [...found].map(([each, name]) => `\n  ${each}  ${name}`);
  throw new Refusal(`${found.size} ${kind}s begin with '${text}':${lines.join('')}`);
}

/** Says of an id that is none of the kind `asked` for what it is, if anything. */
export async function kindOf(client: Client, asked: Kind, id: string): Promise<string | undefined> {
  for (const kind of ['job', 'run', 'experiment'] as const) {
    const [[other] = []] = kind === asked ? [] : await begunBy(client, kind, id);
    const article = kind === 'experiment' ? 'an' : 'a';
    if (other) return `'${id}' is ${article} ${kind}; see ${KINDS[kind].command} ${shortId(other)}`;
  }
  return undefined;
}

/** Id -> name. Days of runs and scenarios of experiments are in no list: their jobs are asked for by the beginning of the id. */
async function begunBy(client: Client, kind: Kind, text: string): Promise<ReadonlyMap<string, string>> {
  const { list, id } = KINDS[kind];
  // A list that grows meanwhile shows the last of a page again: a map has it once.
  const found = new Map<string, string>();
  const filter = kind === 'job' && BEGINNING.test(text) ? { id_prefix: text.toLowerCase() } : {};
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await readList(client, list, { limit: PAGE, offset, ...filter });
    const rows: readonly Readonly<Record<string, unknown>>[] = Object(page)[list];
    for (const { [id]: each, name, scenario_id, network_id, url } of rows)
      if (String(each).startsWith(text.toLowerCase()) || name === text)
        found.set(String(each), String(name ?? scenario_id ?? network_id ?? url));
    total = page.total;
  }
  return found;
}

interface Items {
  readonly jobs: Reply<'getModulesAnalystSolve'>['jobs'][number];
  readonly executions: Reply<'getModelBuilderExecutions'>['executions'][number];
  readonly experiments: Reply<'getExperiments'>['experiments'][number];
  readonly scenarios: Reply<'getScenarios'>['scenarios'][number];
  readonly networks: Reply<'getNetworks'>['networks'][number];
  readonly schedules: Reply<'getSchedules'>['schedules'][number];
  readonly webhooks: Reply<'getWebhooks'>['webhooks'][number];
}

const PATHS = {
  jobs: '/api/modules/analyst/solve',
  executions: '/api/model-builder/executions',
  experiments: '/api/experiments',
  scenarios: '/api/scenarios',
  networks: '/api/networks',
  schedules: '/api/schedules',
  webhooks: '/api/webhooks',
} as const;

export type ListName = keyof Items;
export type Item<N extends ListName> = Items[N];

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list, under its name. */
type Listed<N extends ListName> = Readonly<Record<N, readonly Items[N][]>> & { readonly total: number };

/** `query`: also what the list can be filtered by. */
export async function readList<N extends ListName>(client: Client, name: N, query: Page): Promise<Listed<N>> {
  // The compiler cannot follow the reply of a path through its name.
  return (await data(
    client.GET(PATHS[name] as '/api/networks', { params: { query } }),
  )) as unknown as Listed<N>;
}

export const readJob = (client: Client, job_id: string): Promise<Job> =>
  data(client.GET('/api/modules/analyst/solve/{job_id}/status', { params: { path: { job_id } } }));
