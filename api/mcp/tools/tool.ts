/** Definition of MCP tools: input, output and error messages. */
import { z } from 'zod';
import type { Client } from '../../client/client.ts';
import { NoCaseError } from '../../client/file-format.ts';
import { Problem, pathOf } from '../../client/problem.ts';
import { shortened } from './fit.ts';

/** Context of a call: client of the caller, cancellation and limits. */
export interface Work {
  /** Calls the API with the key of the caller, so that access, quotas and audit are those of the API. */
  readonly client: Client;
  /** Signal that is aborted when the caller cancels or disconnects, and at the deadline of the call. */
  readonly signal: AbortSignal;
  /** Largest case or answer that is read whole, bytes; parsing it blocks the event loop. */
  readonly mostBytes: number;
  /** Reads a local file; absent over HTTP. Throws errors with messages for the user. */
  readonly readFile?: ((path: string) => Promise<string>) | undefined;
  /** Reports progress to a waiting caller. */
  onProgress(seconds: number, message: string): Promise<void>;
}

/** Runs a tool or reads a resource within a deadline. Errors get messages that the SDK may pass on. */
export type Run = <T>(
  caller: Pick<Work, 'signal'> & Partial<Pick<Work, 'onProgress'>>,
  act: (work: Work) => Promise<T>,
  seconds?: number,
) => Promise<T>;

interface Tool<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly hints: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint', boolean>>;
  /** Advice how to request less; added to an answer that was cut. */
  readonly narrow?: string;
  /** Deadline of a call, s; 60 if absent. */
  seconds?(args: z.infer<I>): number;
  run(args: z.infer<I>, work: Work): Promise<z.infer<O>>;
}

/** A tool without the types of its input and output, for lists of tools; its schemas check both. */
export type AnyTool = Tool<z.ZodObject, z.ZodObject>;

/** Scope that a key needs to call a tool. */
export const scopeOf = ({ hints }: Pick<AnyTool, 'hints'>): 'read' | 'write' =>
  hints.readOnlyHint ? 'read' : 'write';

export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): AnyTool => tool;

export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
/** Hints of a tool that adds records and changes no existing ones. */
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false } as const;

/** Refusal by a tool itself; its message is meant for the model. */
export class Refusal extends Error {}

/** Throws `Refusal` unless exactly one of the values is present. */
export function requireOne(values: Readonly<Record<string, unknown>>): void {
  if (Object.values(values).filter((value) => value !== undefined).length !== 1)
    throw new Refusal(`Give either ${Object.keys(values).join(' or ')}`);
}

const MOST_FIELDS = 20;
/** Maximum length of a refusal, characters. */
const MOST_WORDS = 8000;
const HINTS: Readonly<Record<number, string>> = {
  0: ': check that it is running and that the address is right',
  401: ': the API key is missing, expired or revoked. Create a new one on your account page',
};

/** Error message for the model; undefined for unexpected errors. */
export function wordsOf(error: unknown): string | undefined {
  const words = wholeWordsOf(error);
  return words && shortened(words, MOST_WORDS);
}

function wholeWordsOf(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof NoCaseError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'No answer in time. Submitted jobs continue: see list_jobs';
  if (!(error instanceof Problem)) return undefined;
  const fields = error.fields.slice(0, MOST_FIELDS).map(({ loc, msg }) => `${pathOf(loc)}: ${msg}`);
  const more = error.fields.length - fields.length;
  if (fields.length > 0) return `${fields.join('\n')}${more > 0 ? `\n(and ${more} more)` : ''}`;
  return `${error.message}${HINTS[error.status] ?? ''}`;
}

const NOT_YET = 202;

/** Reads a streamed reply as text. Throws `Refusal` as soon as the text exceeds the limit. */
export async function readText(
  reply: Promise<{ data?: unknown; response: Response }>,
  { mostBytes }: Work,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of await readStream(reply)) {
    bytes += piece.length;
    if (bytes > mostBytes)
      throw new Refusal(
        `This exceeds ${mostBytes / 1e6} MB, too much for a conversation. Use get_result for part of a result, and \`grid\` or the pages for a case`,
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Opens a streamed reply. Throws `Refusal` for a job that has not ended. */
export async function readStream(reply: Promise<{ data?: unknown; response: Response }>) {
  const { data, response } = await reply;
  if (response.status !== NOT_YET) {
    // The cast is needed because the types of `openapi-fetch` do not express that `parseAs: 'stream'` gives a stream of
    // bytes.
    return data as ReadableStream<Uint8Array>;
  }
  await response.body?.cancel();
  throw new Refusal('The job has not ended: call wait_for_job first');
}

export const id = (description: string) => z.string().min(1).max(200).describe(description);

/** Key that allows a submission to be repeated after a lost connection. */
export const repeatKey = id('Your own key; a repeated call with it returns the same job').optional();

export const hour = z.int().min(0).describe('0-based');

export const page = {
  limit: z
    .int()
    .min(1)
    .max(500)
    .default(50)
    .describe('Maximum of entries; what does not fit an answer is cut'),
  offset: z.int().min(0).default(0),
};

/** Reference to a job or an experiment. */
export const runRef = {
  job_id: id('Id of a solve or what-if, in full').optional(),
  experiment_id: id('Instead of job_id').optional(),
};

const part = z.string().nullable();
/** Source of a figure; a field is null if the figure does not belong to one table, element or hour. */
const cell = z.looseObject({
  job_id: z.string(),
  table: part,
  element_id: part,
  hour: z.number().nullable(),
});
export const citations = z
  .array(z.looseObject({ text: z.string(), value: z.number(), source: cell.nullish() }))
  .describe('Result cell of each figure; table: as in get_result');

/** Citations of figures that apply to a whole solve. */
export const cite = (
  job_id: string,
  figures: Readonly<Record<string, number | null | undefined>>,
): z.infer<typeof citations> =>
  Object.entries(figures).flatMap(([text, value]) => {
    const source = { job_id, table: 'costs', element_id: null, hour: null };
    return typeof value === 'number' ? [{ text, value, source }] : [];
  });
