import assert from 'node:assert/strict';
import { experimentRuns } from '../../../../api/experiments/runs.ts';
import { TooMany } from '../../../../api/http/errors.ts';
import { executionRuns } from '../../../../api/model-builder/runs.ts';
import { requireRoom } from '../../../../api/runs/submit-once.ts';
import { jobRuns } from '../../../../api/solve/runs.ts';
import { testDeps } from '../../../support/stack/app.ts';

describe('what a user may have open', () => {
  const rows = [
    ['jobs', jobRuns, 200],
    ['executions', executionRuns, 50],
    ['experiments', experimentRuns, 5],
  ] as const;
  for (const [opened, kindOf, most] of rows) {
    it(`is ${most} ${opened} unless set otherwise, and the refusal says so`, async () => {
      const having = (open: number) => {
        const stores: unknown = { [opened]: { countOpen: async () => open } };
        const deps = testDeps({ deps: stores as object });
        return requireRoom(deps, kindOf(deps), 'ada');
      };
      await having(most - 1);
      await assert.rejects(
        having(most),
        (error: unknown) =>
          error instanceof TooMany &&
          error.message.includes(`${most} open ${opened} of ${most} allowed`) &&
          Number(error.headers['Retry-After']) > 0,
      );
    });
  }
});
