/** Runs what a model, or the service itself, wants to know for a question. */

import { type Finding, toFinding } from '../grounding/evidence.ts';
import type { ToolCall, Turn } from '../providers/provider.ts';
import { runTool, type ToolRun } from '../tools/run-tool.ts';
import type { Question } from './chat.ts';
import { alwaysLookedUp } from './plan-calls.ts';

type Asked = Pick<Question, 'text' | 'tools' | 'context' | 'watch'>;

export const lookUp = ({ tools, context, watch }: Asked, calls: readonly ToolCall[]): Promise<Lookup[]> =>
  Promise.all(
    calls.map(async (call) => {
      watch?.onTool(call.name);
      return toLookup(call, await runTool(tools, call, context));
    }),
  );

/** What the service looks up itself, so that it happens with any model. */
export async function lookUpFirst(asked: Asked): Promise<Lookup[]> {
  const { tools, text, context } = asked;
  if (context.scenarioId === undefined) return [];
  const wanted = alwaysLookedUp(text).filter((name) => tools.some((tool) => tool.name === name));
  return lookUp(
    asked,
    wanted.map((name) => ({ id: `call_service_${name}`, name, arguments: '{}' })),
  );
}

/** A call of a tool and what came of it. */
export interface Lookup {
  readonly call: ToolCall;
  readonly run: ToolRun;
  /** What an answer may rest on of it. */
  readonly finding: Finding;
}

/**
 * The data of the result, about what was asked for. Figures of the arguments are the model's own and prove
 * nothing; sentences would be figures without the record they stand in.
 */
function toLookup(call: ToolCall, run: ToolRun): Lookup {
  const subject = Object.entries(run.arguments).filter(
    ([name, value]) => typeof value === 'string' || name === 'hour',
  );
  const data = { ...Object.fromEntries(subject), ...run.result?.data, refusal: run.refusal };
  return { call, run, finding: toFinding(run.name, data) };
}

/** As the model sees a round of them. */
export function toTurns(text: string, lookups: readonly Lookup[]): Turn[] {
  return [
    { role: 'assistant', content: text, toolCalls: lookups.map(({ call }) => call) },
    ...lookups.map(
      ({ call, run }): Turn => ({
        role: 'tool',
        callId: call.id,
        name: call.name,
        content: JSON.stringify(run.result ?? { error: run.refusal }),
      }),
    ),
  ];
}
