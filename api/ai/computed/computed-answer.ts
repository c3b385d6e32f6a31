/**
 * The answer when no model's can be trusted: what the tools state about the question, in their own words.
 * Sentences are checked like those of a model; they come from the results, so this keeps them all.
 */
import type { Citation } from '../chat/chat.ts';
import { type Lookup, toFound } from '../chat/lookups.ts';
import { NOTHING_COMPUTED } from '../chat/refusals.ts';
import { toEvidence } from '../grounding/evidence.ts';
import { ground } from '../grounding/ground.ts';
import { filterOutput } from '../output/filter-output.ts';
import { runTool } from '../tools/run-tool.ts';
import type { AnyTool, ToolContext } from '../tools/tool.ts';
import { planCalls } from './plan-calls.ts';

export interface Computed {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly lookups: readonly Lookup[];
}

interface Asked {
  readonly text: string;
  readonly tools: readonly AnyTool[];
  readonly context: ToolContext;
}

/** What the service itself thinks the question needs comes first; then what the model looked up. */
export async function computedAnswer(asked: Asked, before: readonly Lookup[]): Promise<Computed> {
  const planned = await runPlan(asked);
  const useful = planned.some(({ run }) => run.result) ? planned : before;
  const lookups = [...before, ...planned];
  const statements = [...new Set(useful.flatMap(({ run }) => run.result?.statement ?? []))];
  const refusals = [...new Set(useful.flatMap(({ run }) => run.refusal ?? []))];
  const said = [...statements, ...(statements.length === 0 ? refusals : [])].join('\n\n');
  const { text } = filterOutput(said, { systemPrompt: '' });
  if (text === '') return { text: NOTHING_COMPUTED, citations: [], lookups };
  const { citations } = ground(text, toEvidence(useful.map(toFound), { question: asked.text, history: [] }));
  return { text, citations, lookups };
}

async function runPlan({ text, tools, context }: Asked): Promise<Lookup[]> {
  const calls = (await planCalls(text, context)).filter(({ name }) =>
    tools.some((tool) => tool.name === name),
  );
  return Promise.all(
    calls.map(async ({ name, args }, i) => {
      const call = { id: `call_service_c${i}`, name, arguments: JSON.stringify(args) };
      return { call, run: await runTool(tools, call, context) };
    }),
  );
}
