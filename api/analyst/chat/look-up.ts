/** Runs what a model, or the service itself, wants to know for a question. */
import type { Finding } from '../grounding/evidence.ts';
import type { ToolCall, Turn } from '../providers/provider.ts';
import { runTool, type ToolRun } from '../tools/run-tool.ts';
import type { Question } from './chat.ts';
import { alwaysLookedUp } from './plan-calls.ts';
import { findingOf, runInThread } from './tool-thread.ts';

/** A call of a tool and what came of it. */
export interface Lookup {
  readonly call: ToolCall;
  readonly run: ToolRun;
  /** The part of it that an answer may rest on. */
  readonly finding: Finding;
}

/** The part of a question that a lookup needs. */
export type Asked = Pick<Question, 'text' | 'tools' | 'context' | 'watch'>;

export const lookUp = ({ tools, context, watch }: Asked, calls: readonly ToolCall[]): Promise<Lookup[]> =>
  Promise.all(
    calls.map(async (call) => {
      watch?.onTool(call.name);
      const { callThread } = context.deps;
      const run = await (callThread ? runInThread(callThread, call, context) : runTool(tools, call, context));
      return { call, run, finding: findingOf(run) };
    }),
  );

/** What the service looks up itself, so that it happens with any model. */
export async function lookUpFirst(asked: Asked): Promise<Lookup[]> {
  const { tools, text, context } = asked;
  if (context.scenarioId === undefined && context.jobId === undefined) return [];
  const wanted = alwaysLookedUp(text).filter((name) => tools.some((tool) => tool.name === name));
  return lookUp(
    asked,
    wanted.map((name) => ({ id: `call_service_${name}`, name, arguments: '{}' })),
  );
}

/** The lookups of a round as the model sees them, after what it wrote in that round. */
export function toTurns(written: string, lookups: readonly Lookup[]): Turn[] {
  return [
    { role: 'assistant', content: written, toolCalls: lookups.map(({ call }) => call) },
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
