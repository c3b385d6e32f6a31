import assert from 'node:assert/strict';
import {
  fromLocalInput,
  AUDIT_EVENTS as SHOWN,
  toLocalInput,
} from '../../../../api/web/admin/audit-query.ts';
import { AUDIT_EVENTS } from '../../../../mongo/audit.ts';

describe('the administration of the page', () => {
  it('offers every event of the audit log', () => {
    assert.deepEqual(SHOWN, AUDIT_EVENTS);
  });

  it('shows a time of the address in the zone of the browser, and gets it back', () => {
    const iso = '2026-07-01T22:30:00.000Z';
    const local = toLocalInput(iso);
    assert.match(local, /^2026-07-0[12]T\d\d:\d\d$/);
    assert.equal(fromLocalInput(local), iso);
    assert.deepEqual([toLocalInput(), toLocalInput('tomorrow'), fromLocalInput('')], ['', '', '']);
  });
});
