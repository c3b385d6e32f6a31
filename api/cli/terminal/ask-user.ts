/**
 * Asks the user at a terminal, with hidden input for secrets; without a terminal, reads the answers from a pipe line by
 * line.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Refusal } from './exit.ts';

export interface Questions {
  /** Rejects with `Refusal` when input is cancelled or has ended. */
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string>;
  close(): void;
}

export function openQuestions(): Questions {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return fromPipe();
  let isMuted = false;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!isMuted) stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: true });
  const over = new AbortController();
  lines.once('SIGINT', () => over.abort());
  return {
    async ask(question, { isSecret = false } = {}) {
      const answering = lines.question(`${question}: `, { signal: over.signal });
      // Mutes the output after the question is written, so that only the typed characters are hidden.
      isMuted = isSecret;
      const answer = await answering.catch(() => {
        throw new Refusal('Nothing was done');
      });
      if (isSecret) stderr.write('\n');
      isMuted = false;
      return answer.trim();
    },
    close: () => lines.close(),
  };
}

function fromPipe(): Questions {
  const lines = createInterface({ input: process.stdin, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(question) {
      const { value, done } = await answers.next();
      if (done) throw new Refusal(`${question} is missing: standard input has ended`);
      return String(value).trim();
    },
    close: () => lines.close(),
  };
}
