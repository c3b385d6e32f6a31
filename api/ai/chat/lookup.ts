/** A call of a tool and what came of it. */
import { type Finding, toFinding } from '../grounding/finding.ts';
import type { ToolCall, Turn } from '../provider.ts';
import type { ToolRun } from '../tools/run-tool.ts';

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
export function toLookup(call: ToolCall, run: ToolRun): Lookup {
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
