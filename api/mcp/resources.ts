/** What a client may read or attach as it is: cases, results and certificates, as JSON. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { data } from '../client/client.ts';
import { Refusal, readText, type Work } from './tools/tool.ts';

type Within = <T>(act: (work: Work) => Promise<T>) => Promise<T>;

const JSON_TYPE = 'application/json';
/** Newest jobs and cases that are listed; any other can be read by its id. */
const LISTED = 20;
const NOT_YET = 202;

export function addResources(server: McpServer, within: (signal: AbortSignal) => Within): void {
  const add = (
    name: string,
    uri: string,
    about: { readonly title: string; readonly description: string },
    read: Read,
    list: List,
  ) =>
    server.registerResource(
      name,
      new ResourceTemplate(uri, {
        list: ({ signal }): Promise<ListResourcesResult> => within(signal)(list),
      }),
      { ...about, mimeType: JSON_TYPE },
      (address, variables, { signal }): Promise<ReadResourceResult> =>
        within(signal)(async (work) => {
          const [id = ''] = Object.values(variables).flat();
          const { status, text } = await readText(read(work, decodeURIComponent(id)), work);
          if (status === NOT_YET) throw new Refusal('The job has not ended: call wait_for_job first');
          return { contents: [{ uri: address.href, mimeType: JSON_TYPE, text }] };
        }),
    );
  const result = 'grid://jobs/{job_id}/result';
  const certificate = 'grid://jobs/{job_id}/certificate';
  const scenario = 'grid://scenarios/{scenario_id}';
  add(
    'result',
    result,
    { title: 'Result of a job', description: 'All of it; get_result reads a part of a table' },
    (work, id) => readResult(work, id),
    (work) => jobs(work, result),
  );
  add(
    'certificate',
    certificate,
    {
      title: 'Certificate of a job',
      description: 'What an independent verifier found of the result: every check with its largest excess',
    },
    (work, id) => readResult(work, id, 'certificate'),
    (work) => jobs(work, certificate),
  );
  add(
    'job-case',
    'grid://jobs/{job_id}/case',
    { title: 'Case of a job', description: 'As it was submitted' },
    ({ client, signal }, job_id) =>
      client.GET('/api/modules/analyst/solve/{job_id}/payload', {
        params: { path: { job_id } },
        ...{ signal, parseAs: 'stream' },
      }),
    async () => ({ resources: [] }),
  );
  add(
    'case',
    scenario,
    { title: 'Case', description: 'A stored scenario with its payload' },
    ({ client, signal }, scenario_id) =>
      client.GET('/api/scenarios/{scenario_id}', {
        params: { path: { scenario_id } },
        ...{ signal, parseAs: 'stream' },
      }),
    (work) => cases(work, scenario),
  );
}

type Read = (work: Work, id: string) => Promise<{ data?: unknown; response: Response }>;
type List = (work: Work) => Promise<ListResourcesResult>;

const readResult = ({ client, signal }: Work, job_id: string, fields?: string) =>
  client.GET('/api/modules/analyst/solve/{job_id}/results', {
    params: { path: { job_id }, query: fields === undefined ? {} : { fields } },
    ...{ signal, parseAs: 'stream' },
  });

async function jobs({ client, signal }: Work, template: string): Promise<ListResourcesResult> {
  const query = { status: 'completed', limit: LISTED } as const;
  const list = await data(client.GET('/api/modules/analyst/solve', { params: { query }, signal }));
  const resources = list.jobs.map(({ job_id, name, scenario_id }) => ({
    uri: template.replace('{job_id}', job_id),
    name: name ?? scenario_id,
    mimeType: JSON_TYPE,
  }));
  return { resources };
}

async function cases({ client, signal }: Work, template: string): Promise<ListResourcesResult> {
  const list = await data(client.GET('/api/scenarios', { params: { query: { limit: LISTED } }, signal }));
  const resources = list.scenarios.map(({ scenario_id, name }) => ({
    uri: template.replace('{scenario_id}', encodeURIComponent(scenario_id)),
    name,
    mimeType: JSON_TYPE,
  }));
  return { resources };
}
