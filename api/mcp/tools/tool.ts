/** A tool of the MCP server: what it takes and gives, and what is said when it cannot answer. */
import { z } from 'zod';
import type { Client } from '../../client/client.ts';
import { NoCaseError } from '../../client/file-format.ts';
import { Problem, pathOf } from '../../client/problem.ts';
import { shortened } from './fit.ts';

/** Who a tool works for, and within which bounds. */
export interface Work {
  /** Asks the API with the key of the caller: sign-in, access, quotas and audit are those of the API. */
  readonly client: Client;
  /** Aborted when the caller cancels or goes away, and at the deadline of the call. */
  readonly signal: AbortSignal;
  /** Largest case or answer that is read whole, bytes: to parse it takes the event loop for itself. */
  readonly mostBytes: number;
  /** Absent where files are those of another machine. Throws words for the user. */
  readonly readFile?: ((path: string) => Promise<string>) | undefined;
  /** Tells a caller who waits how far the work is. */
  onProgress(seconds: number, message: string): Promise<void>;
}

/** How tools and resources are run: within a deadline, and with errors in words that the SDK may pass on. */
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
  /** How to ask for less, said where an answer was cut. */
  readonly narrow?: string;
  /** Deadline of one call, s; 60 when absent. */
  seconds?(args: z.infer<I>): number;
  run(args: z.infer<I>, work: Work): Promise<z.infer<O>>;
}

/** Forgets the types of its parts, as lists hold it; its schemas vouch for them. */
export type AnyTool = Tool<z.ZodObject, z.ZodObject>;

/** The scope of a key that may call a tool. */
export const scopeOf = ({ hints }: Pick<AnyTool, 'hints'>): 'read' | 'write' =>
  hints.readOnlyHint ? 'read' : 'write';

export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): AnyTool => tool;

export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
/** It adds something, and changes nothing that is there. */
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false } as const;

/** What a tool itself refuses, in words for the model. */
export class Refusal extends Error {}

/** Throws `Refusal` unless one value is given. */
export function requireOne(values: Readonly<Record<string, unknown>>): void {
  if (Object.values(values).filter((value) => value !== undefined).length !== 1)
    throw new Refusal(`Give either ${Object.keys(values).join(' or ')}`);
}

const MOST_FIELDS = 20;
/** Characters of a refusal. */
const MOST_WORDS = 8000;
const HINTS: Readonly<Record<number, string>> = {
  0: ': is it running, and is the address right?',
  401: ': the API key is missing, expired or revoked. A new one is made on the page of your account',
};

/** Undefined for an error that is none of the model's business. */
export function wordsOf(error: unknown): string | undefined {
  const words = wholeWordsOf(error);
  return words && shortened(words, MOST_WORDS);
}

function wholeWordsOf(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof NoCaseError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'There was no answer in time. What was submitted goes on: list_jobs shows it';
  if (!(error instanceof Problem)) return undefined;
  const fields = error.fields.slice(0, MOST_FIELDS).map(({ loc, msg }) => `${pathOf(loc)}: ${msg}`);
  const more = error.fields.length - fields.length;
  if (fields.length > 0) return `${fields.join('\n')}${more > 0 ? `\n(and ${more} more)` : ''}`;
  return `${error.message}${HINTS[error.status] ?? ''}`;
}

const NOT_YET = 202;

/** The text of a reply asked for as a stream, so that a large one is refused before it is held. Throws `Refusal`. */
export async function readText(
  asked: Promise<{ data?: unknown; response: Response }>,
  { mostBytes }: Work,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of await readStream(asked)) {
    bytes += piece.length;
    if (bytes > mostBytes)
      throw new Refusal(
        `This has more than ${mostBytes / 1e6} MB: too much for a conversation. Use get_result for a part of a result, and \`grid\` or the pages for a case`,
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Throws `Refusal` for a job that has not ended. */
export async function readStream(asked: Promise<{ data?: unknown; response: Response }>) {
  const { data, response } = await asked;
  if (response.status !== NOT_YET) {
    // The types of `openapi-fetch` do not tell that `parseAs: 'stream'` gives a stream of bytes.
    return data as ReadableStream<Uint8Array>;
  }
  await response.body?.cancel();
  throw new Refusal('The job has not ended: call wait_for_job first');
}

export const id = (description: string) => z.string().min(1).max(200).describe(description);

/** A submission that may be sent twice, after a lost connection. */
export const repeatKey = id('A call that is repeated with this key of your own is the same job').optional();

export const hour = z.int().min(0).describe('0-based');

export const page = {
  limit: z.int().min(1).max(500).default(50).describe('Most entries; what does not fit an answer is cut'),
  offset: z.int().min(0).default(0),
};

/** A job or an experiment. */
export const runRef = {
  job_id: id('Of a solve or a what-if; the beginning of an id is not enough').optional(),
  experiment_id: id('In place of job_id').optional(),
};

const part = z.string().nullable();
/** Null: from none in particular. */
const cell = z.looseObject({
  job_id: z.string(),
  table: part,
  element_id: part,
  hour: z.number().nullable(),
});
export const citations = z
  .array(z.looseObject({ text: z.string(), value: z.number(), source: cell.nullish() }))
  .describe('The result cell that each figure comes from; table: as of get_result');

/** Figures about a whole solve, by name. */
export const cite = (
  job_id: string,
  figures: Readonly<Record<string, number | null | undefined>>,
): z.infer<typeof citations> =>
  Object.entries(figures).flatMap(([text, value]) => {
    const source = { job_id, table: 'costs', element_id: null, hour: null };
    return typeof value === 'number' ? [{ text, value, source }] : [];
  });
