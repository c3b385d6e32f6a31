import assert from 'node:assert/strict';
import { logAuditHead } from '../../../../api/audit/log-newest-hash.ts';
import { testDeps } from '../../../support/stack/app.ts';
import { until } from '../../../support/until.ts';

describe('the newest audit entry', () => {
  it('is in the log of the process at the start and whenever it is another one', async () => {
    const lines: Record<string, unknown>[] = [];
    const { audit, log } = testDeps({}, lines);
    const heads = () =>
      lines.filter(({ msg }) => msg === 'newest audit entry').map(({ seq, hash }) => [seq, hash]);
    await audit.record('login', { userId: 'ada', details: {} });
    await logAuditHead(audit, log, 20);
    const first = await audit.newest();
    assert.deepEqual(heads(), [[1, first?.hash]]);
    await audit.record('logout', { userId: 'ada', details: {} });
    const second = await audit.newest();
    await until(() => heads().length === 2);
    assert.deepEqual(heads().at(-1), [2, second?.hash]);
  });
});
