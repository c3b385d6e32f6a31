import assert from 'node:assert/strict';
import { experimentRuns } from '../../../../api/experiments/runs.ts';
import { TooMany } from '../../../../api/http/errors.ts';
import { executionRuns } from '../../../../api/model-builder/runs.ts';
import { takePlace } from '../../../../api/runs/claim.ts';
import { jobRuns } from '../../../../api/solve/runs.ts';
import { testDeps } from '../../../support/stack/app.ts';

describe('the number of open runs of a user', () => {
  const rows = [
    ['jobs', jobRuns, 200],
    ['executions', executionRuns, 50],
    ['experiments', experimentRuns, 5],
  ] as const;
  for (const [opened, kindOf, most] of rows) {
    it(`is at most ${most} ${opened} by default, and the refusal states it`, async () => {
      const having = async (open: number) => {
        const stores: unknown = { [opened]: { countOpen: async () => open } };
        const deps = testDeps({ deps: stores as object });
        using _place = await takePlace(deps, kindOf(deps), { userId: 'ada', id: 'r' });
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

  it('counts simultaneous submissions once each, and forgets ended ones', async () => {
    const stored = new Set<string>();
    const experiments = {
      countOpen: async (_: string, besides: readonly string[]) =>
        [...stored].filter((id) => !besides.includes(id)).length,
    };
    const deps = testDeps({ deps: { experiments } as object });
    const accept = async (id: string) => {
      using _place = await takePlace(deps, experimentRuns(deps), { userId: 'ada', id });
      stored.add(id);
      await new Promise(setImmediate);
    };
    const nine = Array.from({ length: 9 }, (_, position) => accept(`${position}`));
    const ends = await Promise.allSettled(nine);
    assert.deepEqual(
      ends.map(({ status }) => status),
      [...Array(5).fill('fulfilled'), ...Array(4).fill('rejected')],
    );
    stored.delete('0');
    await accept('next');
    await assert.rejects(accept('too many'), TooMany);
  });
});
