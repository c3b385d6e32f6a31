/** Tools that ask about a solve: what it found, why, and what if. No model takes part. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { data } from '../../client/client.ts';
import { type ExperimentBody, submitExperiment as submitMatrix } from '../../client/runs.ts';
import { ADDS, citations, cite, defineTool, hour, id, READS, Refusal, repeatKey, type Work } from './tool.ts';

/** What can be explained -> the tool of the analyst that does, and the topic that it is given. */
const TOPICS = {
  summary: { tool: 'get_scenario_summary' },
  costs: { tool: 'get_cost_breakdown' },
  commitment: { tool: 'get_commitment' },
  dispatch: { tool: 'get_dispatch' },
  prices: { tool: 'get_lmp' },
  price_setters: { tool: 'get_explanation', topic: 'marginal_units' },
  binding_constraints: { tool: 'get_binding_constraints' },
  reserve_margin: { tool: 'get_explanation', topic: 'reserve_margin' },
  infeasibility: { tool: 'get_infeasibility_report' },
  network_data: { tool: 'validate_power_flow' },
} as const satisfies Readonly<Record<string, { readonly tool: string; readonly topic?: string }>>;
type Topic = keyof typeof TOPICS;
// `Object.keys` forgets that the keys are these.
const TOPIC_NAMES = Object.keys(TOPICS) as [Topic, ...Topic[]];

/** The solve that is meant. */
const solveRef = {
  job_id: id('Solve that is meant').optional(),
  scenario_id: id('In place of job_id: the last completed solve of this case').optional(),
};

const answer = z.looseObject({
  statement: z.string().describe('The answer in a few sentences'),
  data: z.looseObject({}).describe('Figures carry their unit in their name; hours are 0-based'),
  citations,
});

export const explain = defineTool({
  name: 'explain',
  title: 'Explain a solve',
  description:
    'What a solve found, in sentences and figures with their cells: summary, costs, commitment, dispatch, prices (of one bus and hour also what sets it: units, renewables, storage, reserve, CO2, lines), price_setters (the same over all hours), binding_constraints, reserve_margin, infeasibility (causes, and the smallest repair), network_data (checks of the case, also before a solve). Narrow it by generator, bus or hour.',
  input: z.strictObject({
    about: z.enum(TOPIC_NAMES),
    ...solveRef,
    network_id: id('With network_data, in place of a solve').optional(),
    generator: id('Only this unit: costs, commitment, dispatch').optional(),
    bus: id('Only this bus, as "bus_3" or "3": prices').optional(),
    hour: hour.optional(),
  }),
  output: answer,
  hints: READS,
  narrow:
    'Narrow it by generator, bus or hour; what sets one price is prices with bus and hour, and get_result has tables',
  async run({ about, ...args }, work) {
    const { tool, ...topic } = TOPICS[about];
    if (!('topic' in topic)) return ask(work, tool, args);
    const { hour, ...others } = args;
    const whole = await ask(work, tool, { ...topic, ...others });
    return hour === undefined ? whole : ofHour(whole, hour);
  },
});

/** The records of one hour of an explanation, which is about all of them. Throws `Refusal` where it has none. */
function ofHour<A extends z.infer<typeof answer>>(whole: A, hour: number): A {
  const records: unknown = whole.data['records'];
  const ofHour = Array.isArray(records) ? records.filter((each) => Object(each)['hour'] === hour) : [];
  if (ofHour.length === 0) throw new Refusal(`The explanation has no record of hour ${hour}`);
  return { ...whole, data: { ...whole.data, records: ofHour } };
}

export const askWhy = defineTool({
  name: 'ask_why',
  title: 'Why is a unit on or off',
  description:
    'Why a unit is on, or off, in an hour: solves the case again with the opposite and tells what that costs, changes or makes impossible. Takes up to 20 s.',
  input: z.strictObject({ generator: id('Name of the unit'), hour, ...solveRef }),
  output: answer,
  // A question that is asked twice is solved once.
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async run(args, work) {
    const on = await ask(work, 'why_committed', args);
    // Nothing was solved if the unit is off.
    return on.data['committed'] === 0 ? ask(work, 'why_not_committed', args) : on;
  },
});

async function ask(
  { client, signal }: Work,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<z.infer<typeof answer>> {
  const init = { params: { path: { name } }, body: { arguments: { ...args } }, signal };
  const found = await data(client.POST('/api/modules/analyst/tools/{name}', init));
  return { ...found, data: Object(found.data) };
}

/** Longest wait for the interval; after it the answer names the exact solve alone, s. */
const PATIENCE_S = 5;

const changes = z
  .array(
    z.strictObject({
      path: id('load, gas_price, generators.g1.marginal_cost or another variable of experiments').optional(),
      unit: id('In place of path: a generator, whose p_max changes').optional(),
      line: id('In place of path: a line, whose rating_mw changes').optional(),
      load: id('In place of path: a bus number, or * for every load').optional(),
      factor: z.number().optional().describe('Multiplies what changes'),
      value: z
        .number()
        .optional()
        .describe('In place of factor: replaces what changes, in the unit of the field'),
      hours: z.array(hour).min(1).max(2016).optional().describe('Only these hours, 0-based'),
    }),
  )
  .min(1)
  .max(20);

export const whatIf = defineTool({
  name: 'what_if',
  title: 'What if',
  description:
    'Between which costs the case of a solved job lies when it is changed: a proven interval at once, or the causes why there is no schedule. The exact solve goes on as a job: wait_for_job, then compare_jobs with the base, which stays as it is. Where the interval takes more than a few seconds it is null, and the job is there all the same; the same call again is the same job, with what is known of it by then.',
  input: z.strictObject({
    job_id: id('Completed solve whose case is changed'),
    changes,
    timeout: z.int().min(1).max(3600).default(60).describe('Time limit of the exact solve, s'),
    keep: z.boolean().default(false).describe('Keep the exact solve as a job like any other, in lists too'),
    idempotency_key: repeatKey,
  }),
  output: z.looseObject({
    job_id: z.string().nullable().describe('The exact solve; null where the changed case has no schedule'),
    interval: z.looseObject({ lower_usd: z.number().nullable(), upper_usd: z.number().nullable() }),
    parent_objective_usd: z.number(),
    verified: z.boolean().describe('The schedule of upper_usd passed the independent verifier'),
    citations,
  }),
  hints: ADDS,
  async run({ job_id, keep, ...given }, { client, signal }) {
    const path = '/api/modules/analyst/solve/{job_id}/what-if';
    const { idempotency_key, ...question } = given;
    // Asked again, the same question goes on where it is.
    const key =
      idempotency_key ??
      createHash('sha256')
        .update(JSON.stringify([job_id, question]))
        .digest('hex');
    const header = { 'Idempotency-Key': key, Prefer: `wait=${PATIENCE_S}` };
    const params = { path: { job_id }, header };
    // An absent value is left out of the JSON, which the types of the document do not say.
    const body = question as never;
    const { what_if_id, ...found } = await data(client.POST(path, { params, body, signal }));
    if (keep && what_if_id !== null) {
      const kept = { path: { job_id, what_if_id } };
      await data(client.POST(`${path}/{what_if_id}/keep`, { params: kept, signal }));
    }
    const { parent_objective_usd } = found;
    return { job_id: what_if_id, ...found, citations: cite(job_id, { parent_objective_usd }) };
  },
});

const amounts = z.union([z.array(z.number()).min(1).max(1000), z.array(z.string()).min(1).max(1000)]);

export const submitExperiment = defineTool({
  name: 'submit_experiment',
  title: 'Submit an experiment',
  description:
    'Solves a stored case for every combination of values of some variables (grid), or for each value alone (one_at_a_time). Answers at once with an experiment_id: wait_for_job, then get_result. Variables multiply what they change (load, fuel_gas, wind, line limits by pattern) or are exact paths such as generators.G1.p_max, which are replaced.',
  input: z.strictObject({
    name: id('Shown in lists'),
    base_scenario_id: id('Stored case that is varied'),
    variables: z
      .array(
        z.strictObject({
          name: id('Variable or path'),
          values: amounts,
          mode: z.enum(['multiply', 'add', 'absolute']).optional(),
        }),
      )
      .min(1)
      .max(20),
    method: z.enum(['grid', 'one_at_a_time']).default('grid'),
    timeout_per_scenario: z.int().min(1).max(3600).optional().describe('Time limit of each solve, s'),
    max_parallel: z.int().min(1).max(32).default(4),
  }),
  output: z.looseObject({ experiment_id: z.string(), scenarios_total: z.number() }),
  hints: ADDS,
  async run({ variables, method, ...asked }, { client }) {
    const typed = variables.map((variable) => ({
      ...variable,
      type: typeof variable.values[0] === 'string' ? 'categorical' : 'discrete',
    }));
    // The document asks for fields that have a default, too.
    const body = { ...asked, scenario_matrix: { method, variables: typed } } as unknown as ExperimentBody;
    const { experiment_id, scenarios_total } = await submitMatrix(client, body);
    return { experiment_id, scenarios_total };
  },
});
