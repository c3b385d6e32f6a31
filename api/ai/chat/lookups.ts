/** What the tools found in the course of one answer. */
import type { FoundBy } from '../grounding/evidence.ts';
import type { ToolCall, Turn } from '../provider.ts';
import type { ToolRun } from '../tools/run-tool.ts';

export interface Lookup {
  readonly call: ToolCall;
  readonly run: ToolRun;
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

/**
 * As the gate sees one: its data, about what it was asked for. Figures of the arguments are the model's own and
 * prove nothing; sentences would be figures without the record they stand in.
 */
export function toFound({ run }: Lookup): FoundBy {
  const subject = Object.entries(run.arguments).filter(
    ([name, value]) => typeof value === 'string' || name === 'hour',
  );
  return {
    tool: run.name,
    data: { ...Object.fromEntries(subject), ...run.result?.data, refusal: run.refusal },
  };
}
