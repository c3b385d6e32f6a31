/** Tools as a model is told of them, and results as it gets them, for talks with the stand-in. */
import type { ToolSpec, Turn } from '../../../api/analyst/providers/provider.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };

const PARAMETERS: Readonly<Record<string, object>> = {
  get_binding_constraints: { hour: integer },
  get_lmp: { bus: text, hour: integer },
  get_dispatch: { generator: text, hour: integer },
  get_commitment: { generator: text, hour: integer },
  get_cost_breakdown: { generator: text },
  get_scenario_summary: {},
  get_infeasibility_report: {},
  validate_power_flow: {},
  why_committed: { generator: text, hour: integer },
  why_not_committed: { generator: text, hour: integer },
  what_if: { change: { type: 'object' } },
};

export const STAND_IN_TOOLS: readonly ToolSpec[] = Object.entries(PARAMETERS).map(([name, properties]) => ({
  name,
  description: name,
  parameters: { type: 'object', properties: { job_id: text, ...properties } },
}));

export const LMP_RESULT = {
  statement: 'The price at bus 3 in hour 18 is 41.25 $/MWh.',
  data: { prices: [{ bus: '3', hour: 18, price_usd_per_mwh: 41.25 }] },
};

/** A question, one call of a tool and its result. */
export const askedOf = (question: string, result: object = LMP_RESULT, tool = 'get_lmp'): Turn[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: tool, arguments: '{}' }] },
  { role: 'tool', callId: 'a', name: tool, content: JSON.stringify(result) },
];
