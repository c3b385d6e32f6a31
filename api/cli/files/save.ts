/** Streams an answer to standard output or to a file. A file is written completely or not at all. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Refusal } from '../terminal/exit.ts';

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string>;

/** `file`: undefined for standard output. */
export async function save(chunks: Chunks, file: string | undefined): Promise<void> {
  if (file === undefined) return pipeline(Readable.from(chunks), process.stdout, { end: false });
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof Error && 'path' in error) throw new Refusal(`${file}: ${error.message}`);
    throw error;
  }
}

/** Converts the body of a streamed reply. */
export function bodyOf(stream: unknown): Readable {
  if (!(stream instanceof globalThis.ReadableStream)) throw new Error('The reply has no body');
  return Readable.fromWeb(stream as ReadableStream);
}
