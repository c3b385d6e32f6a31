import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createDenials } from '../../../../api/accounts/gate.ts';
import { createLogger } from '../../../../api/http/log.ts';
import { memoryAudit } from '../../../support/stores/memory-accounts.ts';

const MINUTE_MS = 60_000;
const CALL = { method: 'get', route: '/audit/logs' };

describe('denials', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  const create = () => {
    const audit = memoryAudit();
    const entries = async () => (await audit.list({ limit: 100 })).map(({ details }) => details);
    return { denials: createDenials(audit, createLogger('silent')), entries };
  };

  it('are logged once for a user and a route, however many there are', async () => {
    const { denials, entries } = create();
    for (let n = 0; n < 650; n += 1) await denials.note('ada', CALL);
    assert.deepEqual(await entries(), [{ ...CALL, count: 1 }]);
    await denials.note('bob', CALL);
    await denials.note('ada', { ...CALL, method: 'post' });
    await denials.note('ada', { ...CALL, route: '/users' });
    assert.equal((await entries()).length, 4);
  });

  it('of the minute after the first are logged together, and then no more', async () => {
    const { denials, entries } = create();
    for (let n = 0; n < 7; n += 1) await denials.note('ada', CALL);
    mock.timers.tick(MINUTE_MS - 1);
    assert.equal((await entries()).length, 1);
    mock.timers.tick(1);
    assert.deepEqual(await entries(), [
      { ...CALL, count: 6 },
      { ...CALL, count: 1 },
    ]);
    mock.timers.tick(2 * MINUTE_MS);
    assert.equal((await entries()).length, 2);
    await denials.note('ada', CALL);
    assert.equal((await entries()).length, 3);
  });
});
