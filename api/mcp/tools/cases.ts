/** Tools about cases: import one, list them; and the case that another tool is about. */
import { z } from 'zod';
import { data } from '../../client/client.ts';
import { type JsonObject, parseJson, readCase } from '../../client/file-format.ts';
import { type JobType, newId } from '../../client/runs.ts';
import { ADDS, defineTool, id, READS, Refusal, readText, type Work } from './tool.ts';

export const JOB_TYPES = ['uc', 'scuc', 'ed'] as const;

const entry = z.looseObject({ message: z.string(), count: z.number() });

export const importCase = defineTool({
  name: 'import_case',
  title: 'Import a case',
  description:
    'Stores a case as a scenario to be solved. Takes a payload of this service (JSON) or a file of pglib-uc, UnitCommitment.jl or MATPOWER, found by its content. Give its text, or the path of a file where the server runs on your machine. The report says what was kept, changed and dropped. A scenario of the same id gets a new version.',
  input: z.strictObject({
    content: z
      .union([z.string(), z.looseObject({})])
      .optional()
      .describe('The file as text, or as a JSON object'),
    path: z.string().min(1).optional().describe('In place of content: a file on this machine, also gzipped'),
    scenario_id: id('Default: a new one').optional(),
    name: z.string().min(1).max(200).optional(),
    load_profile: z
      .array(z.number())
      .min(1)
      .max(1000)
      .optional()
      .describe('MATPOWER only: multiplier of every load, hour by hour'),
  }),
  output: z.looseObject({
    scenario_id: z.string(),
    job_type: z.enum(JOB_TYPES),
    report: z
      .looseObject({ kept: z.array(entry), changed: z.array(entry), dropped: z.array(entry) })
      .optional(),
  }),
  hints: ADDS,
  async run({ scenario_id = newId('case'), name, load_profile, ...from }, work) {
    const text = await textOf(from, work);
    const { client, signal } = work;
    const file = readCase(text);
    if (file.format === 'service') {
      // What is in it is the server's to judge.
      const body = { payload: file.payload, ...(name && { name }) } as never;
      return data(
        client.PUT('/api/scenarios/{scenario_id}', { params: { path: { scenario_id } }, body, signal }),
      );
    }
    const query = {
      format: file.format,
      scenario_id,
      ...(name && { name }),
      ...(load_profile && { load_profile: load_profile.join(',') }),
    };
    return data(
      client.POST('/api/scenarios/import', {
        params: { query },
        body: '',
        bodySerializer: () => text,
        headers: { 'content-type': 'application/octet-stream' },
        signal,
      }),
    );
  },
});

async function textOf(
  { content, path }: { readonly content?: string | object | undefined; readonly path?: string | undefined },
  { readFile, mostBytes }: Work,
): Promise<string> {
  if ((content === undefined) === (path === undefined)) throw new Refusal('Give either content or path');
  if (path !== undefined) {
    if (readFile) return readFile(path);
    throw new Refusal('This server runs elsewhere and reads no files of yours: give the content');
  }
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (text.length <= mostBytes) return text;
  throw new Refusal(`The content has more than ${mostBytes / 1e6} MB: import it by \`grid import FILE\``);
}

export const listCases = defineTool({
  name: 'list_cases',
  title: 'List cases',
  description:
    'Stored cases (scenarios) that you may solve, the last changed first: your own, then shared examples such as demo-24h.',
  input: z.strictObject({
    limit: z.int().min(1).max(100).default(20),
    offset: z.int().min(0).default(0),
  }),
  output: z.looseObject({
    scenarios: z.array(z.looseObject({ scenario_id: z.string(), job_type: z.enum(JOB_TYPES) })),
    total: z.number(),
  }),
  hints: READS,
  run: (query, { client, signal }) => data(client.GET('/api/scenarios', { params: { query }, signal })),
});

export interface Case {
  /** A name for a solve of it that leaves shared scenarios alone. */
  readonly scenario_id: string;
  readonly type: JobType;
  readonly payload: JsonObject;
}

export async function caseOfScenario(work: Work, scenario_id: string): Promise<Case> {
  const { client, signal } = work;
  const params = { path: { scenario_id } };
  const read = client.GET('/api/scenarios/{scenario_id}', { params, signal, parseAs: 'stream' });
  const { payload, job_type, owner } = await jsonOf<Scenario>(read, work);
  return { scenario_id: owner === null ? newId(scenario_id) : scenario_id, type: job_type, payload };
}

interface Scenario {
  readonly payload: JsonObject;
  readonly job_type: JobType;
  /** Null for a shared one. */
  readonly owner: string | null;
}

/** The case as the job solved it, which its scenario may no longer be. */
export async function caseOfJob(work: Work, job_id: string): Promise<Case> {
  const { client, signal } = work;
  const params = { path: { job_id } };
  const { scenario_id, job_type } = await data(
    client.GET('/api/modules/analyst/solve/{job_id}', { params, signal }),
  );
  const read = client.GET('/api/modules/analyst/solve/{job_id}/payload', {
    params,
    signal,
    parseAs: 'stream',
  });
  return { scenario_id, type: job_type, payload: await jsonOf<JsonObject>(read, work) };
}

/** A reply in the shape that the document says. */
export async function jsonOf<T>(reply: Parameters<typeof readText>[0], work: Work): Promise<T> {
  return parseJson((await readText(reply, work)).text) as T;
}
