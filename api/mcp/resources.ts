/** What a client may read or attach as it is: cases, results and certificates, as JSON. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { data } from '../client/client.ts';
import { type Run, readText, type Work } from './tools/tool.ts';

const mimeType = 'application/json';
/** Newest jobs and cases that are listed; any other can be read by its id. */
const LISTED = 20;

async function jobs({ client, signal }: Work) {
  const query = { status: 'completed', limit: LISTED } as const;
  const list = await data(client.GET('/api/modules/analyst/solve', { params: { query }, signal }));
  return list.jobs.map(({ job_id: id, name, scenario_id, objective_value: usd, finished_at }) => ({
    id,
    name: [
      name === null || name === scenario_id ? scenario_id : `${name} (${scenario_id})`,
      usd === null ? 'no schedule' : `$${Math.round(usd).toLocaleString('en-US')}`,
      ...(finished_at === null ? [] : [`${finished_at.slice(0, 16).replace('T', ' ')} UTC`]),
    ].join(', '),
  }));
}

async function cases({ client, signal }: Work) {
  const list = await data(client.GET('/api/scenarios', { params: { query: { limit: LISTED } }, signal }));
  return list.scenarios.map(({ scenario_id: id, name }) => ({ id, name }));
}

const RESOURCES = [
  {
    name: 'result',
    noun: 'Result',
    uri: 'grid://jobs/{id}/result',
    path: '/api/modules/analyst/solve/{job_id}/results',
    title: 'Result of a job',
    description: 'All of it; get_result reads a part of a table',
    list: jobs,
  },
  {
    name: 'certificate',
    noun: 'Certificate',
    uri: 'grid://jobs/{id}/certificate',
    path: '/api/modules/analyst/solve/{job_id}/certificate',
    title: 'Certificate of a job',
    description: 'What an independent verifier found of the result; signed, so that anybody can check it',
    list: jobs,
  },
  {
    name: 'case',
    noun: 'Case',
    uri: 'grid://scenarios/{id}',
    path: '/api/scenarios/{scenario_id}',
    title: 'Case',
    description: 'A stored scenario with its payload',
    list: cases,
  },
] as const;

export function addResources(server: McpServer, run: Run): void {
  for (const { name, noun, uri, path, list, ...about } of RESOURCES) {
    const template = new ResourceTemplate(uri, {
      list: async (caller) => ({
        resources: (await run(caller, list)).map((each) => ({
          uri: uri.replace('{id}', encodeURIComponent(each.id)),
          ...{ name: `${noun}: ${each.name}`, title: `${noun}: ${each.name}`, mimeType },
        })),
      }),
    });
    server.registerResource(name, template, { ...about, mimeType }, async ({ href }, { id = '' }, caller) => {
      const wanted = decodeURIComponent([id].flat().join());
      const text = await run(caller, (work) => {
        const params = { path: { job_id: wanted, scenario_id: wanted } };
        // One path takes each of the two ids, which the types of a list of paths cannot say.
        const init = { params, signal: work.signal, parseAs: 'stream' } as never;
        return readText(work.client.GET(path, init), work);
      });
      return { contents: [{ uri: href, mimeType, text }] };
    });
  }
}
