/** Runs tool calls of a model, or of the service itself, for a question. */
import type { Finding } from '../grounding/evidence.ts';
import type { ToolCall, Turn } from '../providers/provider.ts';
import { runTool, type ToolRun } from '../tools/run-tool.ts';
import type { Question } from './chat.ts';
import { alwaysLookedUp } from './plan-calls.ts';
import { findingOf, runInThread } from './tool-thread.ts';

/** A tool call and its result. */
export interface Lookup {
  readonly call: ToolCall;
  readonly run: ToolRun;
  /** The part of the result that an answer may use. */
  readonly finding: Finding;
}

/** The part of a question that a lookup needs. */
export type LookupQuestion = Pick<Question, 'text' | 'tools' | 'context' | 'watch'>;

export const lookUp = (
  { tools, context, watch }: LookupQuestion,
  calls: readonly ToolCall[],
): Promise<Lookup[]> =>
  Promise.all(
    calls.map(async (call) => {
      watch?.onTool(call.name);
      const { callThread } = context.deps;
      const run = await (callThread ? runInThread(callThread, call, context) : runTool(tools, call, context));
      return { call, run, finding: findingOf(run) };
    }),
  );

/** Tool calls that the service makes itself, whichever model is used. */
export async function lookUpFirst(question: LookupQuestion): Promise<Lookup[]> {
  const { tools, text, context } = question;
  if (context.scenarioId === undefined && context.jobId === undefined) return [];
  const toolNames = alwaysLookedUp(text).filter((name) => tools.some((tool) => tool.name === name));
  return lookUp(
    question,
    toolNames.map((name) => ({ id: `call_service_${name}`, name, arguments: '{}' })),
  );
}

/** Converts the tool calls of a round to messages for the model; they follow the model's text in that round. */
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
