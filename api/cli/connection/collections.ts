/** The lists of the server, each by the name that its reply has for it, and one job. */
import { type Client, data, type Reply } from '../../client/client.ts';
import type { Job } from '../../client/runs.ts';

interface Pages {
  readonly jobs: Reply<'getModulesAnalystSolve'>;
  readonly executions: Reply<'getModelBuilderExecutions'>;
  readonly experiments: Reply<'getExperiments'>;
  readonly scenarios: Reply<'getScenarios'>;
  readonly networks: Reply<'getNetworks'>;
}

const PATHS = {
  jobs: '/api/modules/analyst/solve',
  executions: '/api/model-builder/executions',
  experiments: '/api/experiments',
  scenarios: '/api/scenarios',
  networks: '/api/networks',
} as const;

export type ListName = keyof Pages;
export type Item<N extends ListName> = (Pages[N] & Record<N, object[]>)[N][number];

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** `query`: also what the list can be filtered by. */
export async function readList<N extends ListName>(client: Client, name: N, query: Page): Promise<Pages[N]> {
  // The compiler cannot follow the reply of a path through its name.
  return (await data(
    client.GET(PATHS[name] as '/api/networks', { params: { query } }),
  )) as unknown as Pages[N];
}

export const readJob = (client: Client, job_id: string): Promise<Job> =>
  data(client.GET('/api/modules/analyst/solve/{job_id}/status', { params: { path: { job_id } } }));
