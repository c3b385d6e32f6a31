/** Runs what a model, or the service itself, wants to know for a question. */
import type { ToolCall } from '../provider.ts';
import { runTool } from '../tools/run-tool.ts';
import { alwaysLookedUp } from './always-looked-up.ts';
import { type Lookup, toLookup } from './lookup.ts';
import type { Question } from './question.ts';

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
