/** A tool of the MCP server: what it takes and gives, and what is said when it cannot answer. */
import { z } from 'zod';
import type { Client } from '../../client/client.ts';
import { NoCaseError } from '../../client/file-format.ts';
import { Problem, pathOf } from '../../client/problem.ts';

/** Who a tool works for, and within which bounds. */
export interface Work {
  /** Asks the API with the key of the caller: sign-in, access, quotas and audit are those of the API. */
  readonly client: Client;
  /** Aborted when the caller cancels or goes away, and at the deadline of the call. */
  readonly signal: AbortSignal;
  /** Largest case or answer that is read whole, bytes: to parse it takes the event loop for itself. */
  readonly mostBytes: number;
  /** Absent where files are those of another machine. Throws words for the user. */
  readonly readFile?: ReadFile | undefined;
  /** Tells a caller who waits how far the work is; kept from who did not ask for it. */
  onProgress(seconds: number, message: string): Promise<void>;
}

export type ReadFile = (path: string) => Promise<string>;

interface Tool<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly hints: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint', boolean>>;
  /** Deadline of one call, s; 60 when absent. */
  seconds?(args: z.infer<I>): number;
  run(args: z.infer<I>, work: Work): Promise<z.infer<O>>;
}

/** A tool that has forgotten the types of its parts, as lists hold it; its schemas vouch for them. */
export interface AnyTool extends Omit<Tool<z.ZodObject, z.ZodObject>, 'run' | 'seconds'> {
  seconds?(args: never): number;
  run(args: never, work: Work): Promise<Record<string, unknown>>;
}

export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool<I, O> =>
  tool;

export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
/** It adds something, and changes nothing that is there. */
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false } as const;

/** What a tool itself refuses, in words for the model. */
export class Refusal extends Error {}

const MOST_FIELDS = 20;
const HINTS: Readonly<Record<number, string>> = {
  0: ': is it running, and is the address right?',
  401: ': the API key is missing, expired or revoked. A new one is made on the page of your account',
};

/** Undefined for an error that is none of the model's business. */
export function wordsOf(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof NoCaseError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'There was no answer in time. What was submitted goes on: list_jobs shows it';
  if (!(error instanceof Problem)) return undefined;
  const fields = error.fields.slice(0, MOST_FIELDS).map(({ loc, msg }) => `${pathOf(loc)}: ${msg}`);
  const more = error.fields.length - fields.length;
  if (fields.length > 0) return `${fields.join('\n')}${more > 0 ? `\n(and ${more} more)` : ''}`;
  return `${error.message}${HINTS[error.status] ?? ''}`;
}

/** A reply that is read as it comes, so that a large one is refused before it is held. */
type Streamed = Promise<{ data?: ReadableStream<Uint8Array> | null; response: Response }>;

/** Status and text of a reply. Throws `Refusal` when it is larger than `mostBytes`. */
export async function readText(
  asked: Promise<{ data?: unknown; response: Response }>,
  { mostBytes }: Pick<Work, 'mostBytes'>,
): Promise<{ readonly status: number; readonly text: string }> {
  // The types of `openapi-fetch` do not tell that `parseAs: 'stream'` gives a stream of bytes.
  const { data, response } = await (asked as Streamed);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of data ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes)
      throw new Refusal(
        `This has more than ${mostBytes / 1e6} MB: too much for a conversation. Use get_result for a part of a result, and \`grid\` or the pages for a case`,
      );
    pieces.push(piece);
  }
  return { status: response.status, text: Buffer.concat(pieces).toString() };
}

/** The cell that a figure is from: of which job, table, element and hour. Null: of none in particular. */
const source = z.looseObject({
  job_id: z.string(),
  table: z.string().nullable().describe('Table of get_result'),
  element_type: z.string().nullable(),
  element_id: z.string().nullable(),
  hour: z.number().nullable(),
});

export const citations = z
  .array(z.looseObject({ text: z.string(), value: z.number(), source: source.nullish() }))
  .describe('The result cell that each figure comes from');

type Citation = z.infer<typeof citations>[number];

/** A figure about a whole solve, which is none where it is null. */
export const cite = (
  job_id: string,
  table: string,
  name: string,
  value: number | null | undefined,
): Citation[] =>
  value === null || value === undefined
    ? []
    : [
        {
          text: name,
          value,
          source: { job_id, table, element_type: null, element_id: null, hour: null },
        },
      ];

export const id = (description: string) => z.string().min(1).max(200).describe(description);
