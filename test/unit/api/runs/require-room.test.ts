import assert from 'node:assert/strict';
import { TooMany } from '../../../../api/http/errors.ts';
import { type Opened, requireRoom } from '../../../../api/runs/submit-once.ts';
import { testDeps } from '../../../support/stack/app.ts';

describe('what a user may have open', () => {
  const rows: [Opened, number][] = [
    ['jobs', 200],
    ['executions', 200],
    ['experiments', 5],
  ];
  for (const [opened, most] of rows) {
    it(`is ${most} ${opened} unless set otherwise, and the refusal says so`, async () => {
      const having = (open: number) => {
        const stores: unknown = { [opened]: { countOpen: async () => open } };
        return testDeps({ deps: stores as object });
      };
      await requireRoom(having(most - 1), opened, 'ada');
      await assert.rejects(
        requireRoom(having(most), opened, 'ada'),
        (error: unknown) =>
          error instanceof TooMany &&
          error.message.includes(`${most} open ${opened}`) &&
          Number(error.headers['Retry-After']) > 0,
      );
    });
  }
});
