/** Tools of the analyst: what a solve says, why, and what if. The API runs them; no model takes part. */
import { z } from 'zod';
import { data } from '../../client/client.ts';
import { citations, defineTool, id, READS, type Work } from './tool.ts';

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
    'What a solve found, in sentences and figures with their cells: summary, costs, commitment, dispatch, prices, price_setters (which unit sets the price), binding_constraints, reserve_margin, infeasibility (causes, and the smallest repair), network_data (checks of the case, also before a solve). Narrow it by generator, bus or hour.',
  input: z.strictObject({
    about: z.enum(TOPIC_NAMES),
    ...solveRef,
    network_id: id('With network_data, in place of a solve').optional(),
    generator: id('Only this unit: costs, commitment, dispatch').optional(),
    bus: id('Only this bus, as "bus_3" or "3": prices').optional(),
    hour: z.int().min(0).optional().describe('Only this hour, 0-based'),
  }),
  output: answer,
  hints: READS,
  run: ({ about, ...args }, work) => {
    const { tool, ...topic } = TOPICS[about];
    return ask(work, tool, { ...topic, ...args });
  },
});

/** A question that is asked twice is solved once; the solve is marked and kept out of lists. */
const SOLVES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true } as const;

export const askWhy = defineTool({
  name: 'ask_why',
  title: 'Why is a unit on or off',
  description:
    'Why a unit is on, or off, in an hour: solves the case again with the opposite and tells what that costs, changes or makes impossible. Takes up to 20 s.',
  input: z.strictObject({
    generator: id('Name of the unit'),
    hour: z.int().min(0).describe('0-based'),
    ...solveRef,
  }),
  output: answer,
  hints: SOLVES,
  async run(args, work) {
    const on = await ask(work, 'why_committed', args);
    // Nothing was solved if the unit is off.
    return on.data['committed'] === 0 ? ask(work, 'why_not_committed', args) : on;
  },
});

export const whatIf = defineTool({
  name: 'what_if',
  title: 'What if',
  description:
    'What one change would do to cost, prices, binding lines and starts: solves the changed case for up to 15 s. To keep the changed case as a job, or to change several things, use change_and_solve.',
  input: z.strictObject({
    change: z.strictObject({
      kind: z.enum(['load', 'fuel_price', 'line_limit', 'unit_outage', 'renewable', 'reserve']),
      factor: z.number().min(0).max(10).optional().describe('Multiplies what changes; not for unit_outage'),
      element: id(
        'Bus of a load, fuel, line id, generator, renewable or reserve; default: all of the kind',
      ).optional(),
    }),
    ...solveRef,
  }),
  output: answer,
  hints: SOLVES,
  run: (args, work) => ask(work, 'what_if', args),
});

async function ask(
  { client, signal }: Work,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<z.infer<typeof answer>> {
  const init = { params: { path: { name } }, body: { arguments: { ...args } }, signal };
  const {
    statement,
    data: found,
    citations: cited,
  } = await data(client.POST('/api/modules/analyst/tools/{name}', init));
  return { statement, data: Object(found), citations: cited };
}
