/** Asks the server what speaks against the case, a moment after the last change. */
import { sleep } from '../../client/patient-fetch.ts';
import { Problem } from '../../client/problem.ts';
import { type DryRun, validateSolve } from '../parts/submit-solve.ts';
import { type Load, useLoad } from '../parts/use-load.ts';
import { callCase } from './case.ts';
import { type Draft, toSubmission } from './draft.ts';
import { elementOf, type Mark, markOfField, markOfFinding } from './marks.ts';

const SETTLE_MS = 500;
/** A long case is not sent with every key that is pressed. */
const LONG_BYTES = 2_000_000;
const SETTLE_LONG_MS = 3000;

export interface Check {
  readonly marks: readonly Mark[];
  readonly size: DryRun['size'] | undefined;
  readonly isValid: boolean;
}

export const useCheck = (draft: Draft): Load<Check> =>
  useLoad(
    async (signal) => {
      await sleep(SETTLE_MS, signal);
      const submission = await toSubmission(draft);
      if (submission.payload.size > LONG_BYTES) await sleep(SETTLE_LONG_MS, signal);
      try {
        const { findings, size, valid } = await validateSolve(submission, signal);
        const elements = findings.map((finding) => elementOf(finding) ?? { list: '', id: '' });
        const places = await callCase('locate', elements);
        const marks = findings.map((finding, at) => markOfFinding(finding, places[at] ?? -1));
        return { marks, size, isValid: valid };
      } catch (error) {
        if (!(error instanceof Problem) || error.fields.length === 0) throw error;
        return { marks: error.fields.map(markOfField), size: undefined, isValid: false };
      }
    },
    [draft.revision, draft.form],
  );
