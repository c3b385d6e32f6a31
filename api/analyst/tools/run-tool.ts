/** Runs a tool call of a model; every failure becomes a refusal that discloses nothing confidential. */
import { ValidationError } from 'yup';
import { intervalWords } from '../../../temporal/case/explain/interval-words.ts';
import { ApiError } from '../../http/errors.ts';
import { checkToolData } from '../guardrail/check-tool-data.ts';
import type { ToolCall } from '../providers/provider.ts';
import { type AnyTool, type ToolContext, ToolRefusal, type ToolResult } from './tool.ts';

export interface ToolRun {
  readonly name: string;
  /** Parsed arguments; empty if they are invalid. */
  readonly arguments: object;
  /** Result of the tool; null if and only if there is a refusal. */
  readonly result: ToolResult | null;
  readonly refusal: string | null;
  /** HTTP status of a refusal. */
  readonly status?: number;
}

const DEADLINE_MS = 20_000;
/** Longest refusal, characters. */
const MAX_REFUSAL = 600;

/** Runs a tool call. Throws the reason of the context's signal when the signal is aborted. */
export async function runTool(
  tools: readonly AnyTool[],
  { name, arguments: text }: Pick<ToolCall, 'name' | 'arguments'>,
  context: ToolContext,
  deadlineMs: number = DEADLINE_MS,
): Promise<ToolRun> {
  context.signal.throwIfAborted();
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([context.signal, deadline]);
  let args: object = {};
  try {
    const tool = tools.find((each) => each.name === name) ?? unknownTool(tools);
    args = await parsed(tool, text);
    const result = await unlessAborted(tool.run(args, { ...context, signal }), signal);
    return { name, arguments: args, result: safeResult(intervalWords(result)), refusal: null };
  } catch (error) {
    context.signal.throwIfAborted();
    const { message, status } = deadline.aborted
      ? { message: `The tool took longer than ${deadlineMs / 1000} s`, status: 504 }
      : refusalOf(error, name, context);
    return { name, arguments: args, result: null, refusal: message.slice(0, MAX_REFUSAL), status };
  }
}

function unknownTool(tools: readonly AnyTool[]): never {
  throw new ToolRefusal(`There is no such tool; there are: ${tools.map(({ name }) => name).join(', ')}`, 404);
}

/** Parses arguments. Models write null for an omitted argument, and an empty text for no arguments at all. */
async function parsed(tool: AnyTool, text: string): Promise<object> {
  const value: unknown = text.trim() === '' ? {} : fromJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ToolRefusal('The arguments are not a JSON object');
  }
  const fields = Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
  const args: unknown = await tool.parameters.validate(fields, {
    abortEarly: false,
    disableStackTrace: true,
  });
  return typeof args === 'object' && args !== null ? args : {};
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolRefusal('The arguments are not valid JSON');
  }
}

/** Rejects when the signal is aborted, without waiting for a tool that ignores the signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function refusalOf(
  error: unknown,
  tool: string,
  { deps }: ToolContext,
): Pick<ToolRefusal, 'message' | 'status'> {
  if (error instanceof ValidationError)
    return new ToolRefusal(`The arguments are wrong: ${error.errors.join('; ')}`);
  if (error instanceof ToolRefusal) return error;
  if (error instanceof ApiError && error.status < 500) return error;
  deps.log.error({ err: error, tool }, 'a tool failed');
  return new ToolRefusal('The tool failed', 500);
}

/** Removes texts that read like instructions: names come from users, and a model must treat them as data. */
function safeResult(result: ToolResult): ToolResult {
  const statement = checkToolData(result.statement);
  const data = checkToolData(result.data);
  return {
    statement: typeof statement === 'string' ? statement : '',
    data: typeof data === 'object' && data !== null ? data : {},
  };
}
