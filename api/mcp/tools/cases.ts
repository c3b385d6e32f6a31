/** Tools for cases: import, list, submit for solving, and verify a schedule. */
import { z } from 'zod';
import { importCase as importBytes, jobTypeOf } from '../../client/cases.ts';
import { data, type Reply } from '../../client/client.ts';
import { type JsonObject, parseJson, readCase } from '../../client/file-format.ts';
import { newId, type SolveBody, submitJob } from '../../client/runs.ts';
import {
  ADDS,
  defineTool,
  id,
  page,
  READS,
  Refusal,
  readText,
  repeatKey,
  requireOne,
  type Work,
} from './tool.ts';

const type = z
  .enum(['uc', 'scuc', 'ed'])
  .describe('uc: unit commitment; scuc: with network and N-1; ed: dispatch. Default: type of the case');
const payload = z.looseObject({}).describe('Default: payload of the stored case');

export const importCase = defineTool({
  name: 'import_case',
  title: 'Import a case',
  description:
    'Stores a case as a scenario to be solved. Takes a payload of this service (JSON) or a file of pglib-uc, UnitCommitment.jl or MATPOWER; the format is detected. Give its text, or the path of a file if the server runs on your machine. The report lists what was kept, changed and dropped. A scenario with the same id gets a new version.',
  input: z.strictObject({
    content: z
      .union([z.string(), z.looseObject({})])
      .optional()
      .describe('The file as text, or as a JSON object'),
    path: z.string().min(1).optional().describe('Instead of content: a file on this machine, also gzipped'),
    scenario_id: id('Default: a new id').optional(),
    name: id('Default: the id').optional(),
    load_profile: z
      .array(z.number())
      .min(1)
      .max(1000)
      .optional()
      .describe('MATPOWER only: multiplier of every load, per hour'),
  }),
  output: z.looseObject({ scenario_id: z.string(), job_type: type, report: z.looseObject({}) }),
  hints: ADDS,
  async run({ scenario_id = newId('case'), name, load_profile, ...from }, work) {
    const text = await textOf(from, work);
    const query = {
      ...{ format: readCase(text).format, scenario_id },
      ...(name && { name }),
      ...(load_profile && { load_profile: load_profile.join(',') }),
    };
    return importBytes(work.client, text, query, work.signal);
  },
});

async function textOf(
  { content, path }: { readonly content?: string | object | undefined; readonly path?: string | undefined },
  { readFile, mostBytes }: Work,
): Promise<string> {
  requireOne({ content, path });
  if (path !== undefined) {
    if (readFile) return readFile(path);
    throw new Refusal('This server runs elsewhere and cannot read your files: give the content');
  }
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (Buffer.byteLength(text) <= mostBytes) return text;
  throw new Refusal(`The content exceeds ${mostBytes / 1e6} MB: import it by \`grid import FILE\``);
}

export const listCases = defineTool({
  name: 'list_cases',
  title: 'List cases',
  description:
    'Stored cases (scenarios) that you may solve, last changed first: your own, then shared examples such as demo-24h.',
  input: z.strictObject(page),
  output: z.looseObject({
    scenarios: z.array(z.looseObject({ scenario_id: z.string(), job_type: type })),
    total: z.number(),
  }),
  hints: READS,
  run: (query, { client, signal }) => data(client.GET('/api/scenarios', { params: { query }, signal })),
});

export const submitSolve = defineTool({
  name: 'submit_solve',
  title: 'Submit a solve',
  description:
    'Submits a stored case, or a payload given here, to be solved. Returns a job_id at once; the solve continues even if this connection ends. Then call wait_for_job.',
  input: z.strictObject({
    scenario_id: id('Case to solve; with a payload, the id that it is stored under'),
    payload: payload.optional(),
    type: type.optional(),
    timeout: z.int().min(1).max(3600).optional().describe('Time limit of the solve, s'),
    mip_gap: z.number().min(0).max(1).optional().describe('Relative gap at which the search stops'),
    name: id('Shown in lists').optional(),
    idempotency_key: repeatKey,
  }),
  output: z.looseObject({ job_id: z.string(), scenario_id: z.string() }),
  hints: ADDS,
  async run({ scenario_id: caseId, payload: inputPayload, idempotency_key, mip_gap, ...fields }, work) {
    const { scenario_id, payload, type: defaultType } = await caseOf(caseId, inputPayload, work);
    const { type = defaultType, ...rest } = fields;
    const options = { ...Object(payload['options']), ...(mip_gap !== undefined && { mip_gap }) };
    const body = { ...rest, scenario_id, payload: { ...payload, options } };
    // The server validates the payload.
    const solve = body as unknown as SolveBody;
    const job_id = await submitJob(work.client, type, solve, work.signal, idempotency_key);
    return { job_id, scenario_id };
  },
});

export const verifySchedule = defineTool({
  name: 'verify_schedule',
  title: 'Verify a schedule',
  description:
    'Verifies a schedule made elsewhere, without solving or storing: every rule with its largest violation, the cost and, with bound, the largest possible gap to the optimum. Broken rules are named with element and hour.',
  input: z.strictObject({
    scenario_id: id('Stored case of the schedule').optional(),
    payload: payload.optional(),
    type: type.optional(),
    schedule: z
      .looseObject({ dispatch_mw: z.record(z.string(), z.array(z.number())) })
      .describe('commitment and dispatch_mw: unit -> value per hour; other fields of a result may be added'),
    bound: z.boolean().default(false).describe('Also compute a lower bound, which takes up to 25 s'),
  }),
  output: z.looseObject({
    verified: z.boolean(),
    verdict: z
      .enum(['verified', 'refused', 'not_fully_judged'])
      .describe('not_fully_judged: all rules that could be judged are kept; not_judged names the others'),
    not_judged: z.array(z.looseObject({ what: z.string(), where: z.string(), why: z.string() })),
    problems: z.array(z.looseObject({})),
  }),
  hints: READS,
  async run({ scenario_id, payload: inputPayload, ...fields }, work) {
    requireOne({ scenario_id, payload: inputPayload });
    const { payload, type } = await caseOf(scenario_id ?? '', inputPayload, work);
    // The server validates case and schedule.
    const body = { type, payload, ...fields } as never;
    return data(work.client.POST('/api/modules/analyst/verify', { body, signal: work.signal }));
  },
});

/** The payload that the call contains, or that of a stored case. A shared case is solved under a new id. */
async function caseOf(scenario_id: string, payload: JsonObject | undefined, work: Work) {
  if (payload) return { scenario_id, payload, type: jobTypeOf(payload) };
  const { client, signal } = work;
  const params = { path: { scenario_id } };
  const reply = client.GET('/api/scenarios/{scenario_id}', { params, signal, parseAs: 'stream' });
  // The cast is needed because the reply is read as text; the API document defines its shape.
  const stored = parseJson(await readText(reply, work)) as Reply<'getScenariosByScenarioId'>;
  const targetId = stored.owner === null ? newId(scenario_id) : scenario_id;
  return { scenario_id: targetId, payload: stored.payload as JsonObject, type: stored.job_type };
}
