/** Tools that explain a solve and answer why and what-if questions, without a language model. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { data } from '../../client/client.ts';
import { type ExperimentBody, submitExperiment as submitMatrix } from '../../client/runs.ts';
import { ADDS, citations, cite, defineTool, hour, id, READS, Refusal, repeatKey, type Work } from './tool.ts';

/** Topic of `explain` -> tool of the analyst, and its topic argument. */
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
// The cast is needed because `Object.keys` loses the key type.
const TOPIC_NAMES = Object.keys(TOPICS) as [Topic, ...Topic[]];

const solveRef = {
  job_id: id('Solve in question').optional(),
  scenario_id: id('Instead of job_id: the last completed solve of this case').optional(),
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
    'Explains a solve in sentences and figures with their cells: summary, costs, commitment, dispatch, prices (for one bus and hour also what sets it: units, renewables, storage, reserve, CO2, lines), price_setters (the same over all hours), binding_constraints, reserve_margin, infeasibility (causes and smallest repair), network_data (checks of the case, also before a solve). Narrow it by generator, bus or hour.',
  input: z.strictObject({
    about: z.enum(TOPIC_NAMES),
    ...solveRef,
    network_id: id('With network_data, instead of a solve').optional(),
    generator: id('Only this unit: costs, commitment, dispatch').optional(),
    bus: id('Only this bus, as "bus_3" or "3": prices').optional(),
    hour: hour.optional(),
  }),
  output: answer,
  hints: READS,
  narrow:
    'Narrow it by generator, bus or hour; prices with bus and hour shows what sets one price; get_result has tables',
  async run({ about, ...args }, work) {
    const { tool, ...topic } = TOPICS[about];
    if (!('topic' in topic)) return ask(work, tool, args);
    const { hour, ...others } = args;
    const whole = await ask(work, tool, { ...topic, ...others });
    return hour === undefined ? whole : ofHour(whole, hour);
  },
});

/** Keeps the records of one hour. Throws `Refusal` if the hour has no records. */
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
    'Explains why a unit is on or off in an hour: solves the case again with the opposite and reports what that costs, changes or makes impossible. Takes up to 20 s.',
  input: z.strictObject({ generator: id('Name of the unit'), hour, ...solveRef }),
  output: answer,
  // The tool is idempotent: a repeated question is solved once.
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async run(args, work) {
    const on = await ask(work, 'why_committed', args);
    // If the unit is off, `why_committed` solves nothing, and the opposite question is asked.
    return on.data['committed'] === 0 ? ask(work, 'why_not_committed', args) : on;
  },
});

async function ask(
  { client, signal }: Work,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<z.infer<typeof answer>> {
  const init = { params: { path: { name } }, body: { arguments: { ...args } }, signal };
  const reply = await data(client.POST('/api/modules/analyst/tools/{name}', init));
  return { ...reply, data: Object(reply.data) };
}

/** Longest wait for the interval, s; after this time, the answer contains only the exact solve. */
const PATIENCE_S = 5;

const changes = z
  .array(
    z.strictObject({
      path: id('load, gas_price, generators.g1.marginal_cost or another variable of experiments').optional(),
      unit: id('Instead of path: a generator, whose p_max changes').optional(),
      line: id('Instead of path: a line, whose rating_mw changes').optional(),
      load: id('Instead of path: a bus number, or * for every load').optional(),
      factor: z.number().optional().describe('Multiplies the value'),
      value: z
        .number()
        .optional()
        .describe('Instead of factor: replaces the value, in the unit of the field'),
      hours: z.array(hour).min(1).max(2016).optional().describe('Only these hours, 0-based'),
    }),
  )
  .min(1)
  .max(20);

export const whatIf = defineTool({
  name: 'what_if',
  title: 'What if',
  description:
    'Changes the case of a solved job: returns a proven interval of the new cost at once, or the causes of infeasibility. The exact solve continues as a job: wait_for_job, then compare_jobs with the base, which does not change. If the interval takes more than a few seconds, it is null, but the job exists; the same call again returns the same job with its progress.',
  input: z.strictObject({
    job_id: id('Completed solve whose case is changed'),
    changes,
    timeout: z.int().min(1).max(3600).default(60).describe('Time limit of the exact solve, s'),
    keep: z.boolean().default(false).describe('Keep the exact solve as an ordinary job, shown in lists'),
    idempotency_key: repeatKey,
  }),
  output: z.looseObject({
    job_id: z.string().nullable().describe('The exact solve; null if the changed case is infeasible'),
    interval: z.looseObject({ lower_usd: z.number().nullable(), upper_usd: z.number().nullable() }),
    parent_objective_usd: z.number(),
    verified: z.boolean().describe('The schedule of upper_usd passed the independent verifier'),
    citations,
  }),
  hints: ADDS,
  async run({ job_id, keep, ...fields }, { client, signal }) {
    const path = '/api/modules/analyst/solve/{job_id}/what-if';
    const { idempotency_key, ...question } = fields;
    // With this key, a repeated question returns the same job.
    const key =
      idempotency_key ??
      createHash('sha256')
        .update(JSON.stringify([job_id, question]))
        .digest('hex');
    const header = { 'Idempotency-Key': key, Prefer: `wait=${PATIENCE_S}` };
    const params = { path: { job_id }, header };
    // The cast is needed because the types of the document do not allow undefined values; they are left out of the
    // JSON.
    const body = question as never;
    const { what_if_id, ...whatIfReply } = await data(client.POST(path, { params, body, signal }));
    if (keep && what_if_id !== null) {
      const keepPath = { path: { job_id, what_if_id } };
      await data(client.POST(`${path}/{what_if_id}/keep`, { params: keepPath, signal }));
    }
    const { parent_objective_usd } = whatIfReply;
    return { job_id: what_if_id, ...whatIfReply, citations: cite(job_id, { parent_objective_usd }) };
  },
});

const amounts = z.union([z.array(z.number()).min(1).max(1000), z.array(z.string()).min(1).max(1000)]);

export const submitExperiment = defineTool({
  name: 'submit_experiment',
  title: 'Submit an experiment',
  description:
    'Solves a stored case for every combination of values of some variables (grid), or for each value alone (one_at_a_time). Returns an experiment_id at once: wait_for_job, then get_result. Variables multiply values (load, fuel_gas, wind, line limits by pattern), or are exact paths such as generators.G1.p_max, whose values are replaced.',
  input: z.strictObject({
    name: id('Shown in lists'),
    base_scenario_id: id('Stored case to vary'),
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
  async run({ variables, method, ...fields }, { client }) {
    const typed = variables.map((variable) => ({
      ...variable,
      type: typeof variable.values[0] === 'string' ? 'categorical' : 'discrete',
    }));
    // The cast is needed because the document also requires fields that have defaults.
    const body = { ...fields, scenario_matrix: { method, variables: typed } } as unknown as ExperimentBody;
    const { experiment_id, scenarios_total } = await submitMatrix(client, body);
    return { experiment_id, scenarios_total };
  },
});
