/** Worker that reads cases, which may be large. */
import { answerWith } from '../parts/in-worker.ts';
import { toCaseBody } from './case-body.ts';

export type ReadCase = { readonly format: string; readonly body: Blob } | { readonly problem: string };

/** Returns the body as a blob, which passes to the page without a copy. */
answerWith<File, ReadCase>(async (source) => {
  const made = toCaseBody(await source.text());
  const answer =
    'problem' in made
      ? made
      : { format: made.format, body: new Blob([made.body], { type: 'application/json' }) };
  return { answer, transfer: [] };
});
