/** Reads lists and jobs, and completes shortened ids. */
import { type Client, data, type Reply } from '../../client/client.ts';
import type { Job } from '../../client/runs.ts';
import { Refusal } from '../terminal/exit.ts';

/** List, id field and command of each kind of record. */
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

/** The first characters of a whole id, as tables show it. */
export const shortId = (id: string): string => (WHOLE.test(id) ? id.slice(0, SHOWN) : id);

/** Completes an id from its first characters or from a unique name. Throws `Refusal` if none or several match. */
export async function idOf(client: Client, kind: Kind, text: string): Promise<string> {
  if (WHOLE.test(text)) return text.toLowerCase();
  if (text.length < FEWEST)
    throw new Refusal(`'${text}' is too short: type at least ${FEWEST} characters of the id`);
  const matches = await begunBy(client, kind, text);
  const [[id] = [], ...others] = matches;
  if (id === undefined)
    throw new Refusal((await kindOf(client, kind, text)) ?? `No ${kind} begins with '${text}'.`);
  if (others.length === 0) return id;
  const lines = [...matches].map(([each, name]) => `\n  ${each}  ${name}`);
  throw new Refusal(`${matches.size} ${kind}s begin with '${text}':${lines.join('')}`);
}

/** Hint to the right command if the id belongs to a record of another kind than `otherThan`; else undefined. */
export async function kindOf(client: Client, otherThan: Kind, id: string): Promise<string | undefined> {
  for (const kind of ['job', 'run', 'experiment'] as const) {
    const [[other] = []] = kind === otherThan ? [] : await begunBy(client, kind, id);
    const article = kind === 'experiment' ? 'an' : 'a';
    if (other) return `'${id}' is ${article} ${kind}; see ${KINDS[kind].command} ${shortId(other)}`;
  }
  return undefined;
}

/**
 * Id -> name of all records that match. Filters jobs by id prefix, because lists omit the jobs of runs and experiments.
 */
async function begunBy(client: Client, kind: Kind, text: string): Promise<ReadonlyMap<string, string>> {
  const { list, id } = KINDS[kind];
  // The map removes duplicates: a list that grows while it is read repeats rows on the next page.
  const matches = new Map<string, string>();
  const filter = kind === 'job' && BEGINNING.test(text) ? { id_prefix: text.toLowerCase() } : {};
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await readList(client, list, { limit: PAGE, offset, ...filter });
    const rows: readonly Readonly<Record<string, unknown>>[] = Object(page)[list];
    for (const { [id]: each, name, scenario_id, network_id, url } of rows)
      if (String(each).startsWith(text.toLowerCase()) || name === text)
        matches.set(String(each), String(name ?? scenario_id ?? network_id ?? url));
    total = page.total;
  }
  return matches;
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

/** One page of a list. */
type Listed<N extends ListName> = Readonly<Record<N, readonly Items[N][]>> & { readonly total: number };

/** Reads one page of a list. `query`: may also contain the filters of the list. */
export async function readList<N extends ListName>(client: Client, name: N, query: Page): Promise<Listed<N>> {
  // The compiler cannot derive the reply type from the list name.
  return (await data(
    client.GET(PATHS[name] as '/api/networks', { params: { query } }),
  )) as unknown as Listed<N>;
}

export const readJob = (client: Client, job_id: string): Promise<Job> =>
  data(client.GET('/api/modules/analyst/solve/{job_id}/status', { params: { path: { job_id } } }));
