/** Resources that a client may read or attach: cases, results and certificates, as JSON. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { data } from '../client/client.ts';
import { type Run, readText, type Work } from './tools/tool.ts';

const mimeType = 'application/json';
/** Number of jobs and cases that are listed, newest first; others can be read by id. */
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
    description: 'The whole result; get_result reads part of a table',
    list: jobs,
  },
  {
    name: 'certificate',
    noun: 'Certificate',
    uri: 'grid://jobs/{id}/certificate',
    path: '/api/modules/analyst/solve/{job_id}/certificate',
    title: 'Certificate of a job',
    description: 'Signed checks of the result by an independent verifier',
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
      const recordId = decodeURIComponent([id].flat().join());
      const text = await run(caller, (work) => {
        const params = { path: { job_id: recordId, scenario_id: recordId } };
        // The types of a union of paths cannot express that each path takes one of the two ids.
        const init = { params, signal: work.signal, parseAs: 'stream' } as never;
        return readText(work.client.GET(path, init), work);
      });
      return { contents: [{ uri: href, mimeType, text }] };
    });
  }
}
