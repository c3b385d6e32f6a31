/** A call of a tool by a model: checked, bounded in time, and never an error that ends the answer. */
import { ValidationError } from 'yup';
import { ApiError } from '../../errors.ts';
import type { ToolCall } from '../provider.ts';
import { type AnyTool, type ToolContext, ToolRefusal, type ToolResult } from './tool.ts';

export interface ToolRun {
  readonly name: string;
  readonly arguments: object;
  readonly result: ToolResult | null;
  /** Why there is no result, in words for the user. */
  readonly refusal: string | null;
}

const DEADLINE_MS = 20_000;

export async function runTool(
  tools: readonly AnyTool[],
  call: Pick<ToolCall, 'name' | 'arguments'>,
  context: ToolContext,
): Promise<ToolRun> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = AbortSignal.any([context.signal, deadline]);
  const args = toArguments(call.arguments);
  const run = { name: call.name, arguments: args ?? {} };
  try {
    const tool = tools.find(({ name }) => name === call.name);
    if (!tool) throw new ToolRefusal(`There is no tool ${call.name}`);
    if (!args) throw new ToolRefusal(`The arguments of ${call.name} are no JSON object`);
    const checked = await tool.parameters.validate(args, { strict: true, abortEarly: false });
    return { ...run, result: await tool.run(checked, { ...context, signal }), refusal: null };
  } catch (error) {
    context.signal.throwIfAborted();
    return { ...run, result: null, refusal: refusalOf(error, context) };
  }
}

function toArguments(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusalOf(error: unknown, { deps }: ToolContext): string {
  if (error instanceof ToolRefusal) return error.message;
  if (error instanceof ValidationError) return error.errors.join('; ');
  if (error instanceof ApiError && error.status < 500) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'This took longer than a tool may take';
  deps.log.error({ err: error }, 'tool failed');
  return 'This could not be looked up just now';
}
