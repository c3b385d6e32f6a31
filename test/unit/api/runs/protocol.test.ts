/** The protocol of runs, tested with a kind of run in memory. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { BadGateway, Conflict, NotFound } from '../../../../api/http/errors.ts';
import { cancelRun } from '../../../../api/runs/cancel.ts';
import { claim } from '../../../../api/runs/claim.ts';
import { type HasStatus, type RunKind, startRun, storeRun } from '../../../../api/runs/run-kind.ts';
import { ownedRun, runStatus } from '../../../../api/runs/status.ts';
import type { Audit } from '../../../../mongo/audit.ts';
import { type LifecycleRecord, newRecord } from '../../../../mongo/lifecycle.ts';
import { memoryAudit } from '../../../support/stores/memory-accounts.ts';

const OWNER = { user: { userId: 'ada', role: 'user' }, request: { ip: '127.0.0.1', userAgent: 'tests' } };
const ADMIN = { ...OWNER, user: { userId: 'root', role: 'admin' } };

interface Fake {
  readonly audit: Audit;
  readonly kind: RunKind;
  readonly records: Map<string, LifecycleRecord>;
  /** Requests that the workflow received, in order. */
  readonly asked: string[];
  readonly warnings: string[];
  readonly log: { warn(fields: object, message: string): void };
  /** Answer of the workflow; an error if Temporal is unavailable. */
  says: HasStatus | Error | undefined;
  hears: boolean;
}

function fakeRuns(): Fake {
  const records = new Map<string, LifecycleRecord>();
  const find = async (id: string) => records.get(id) ?? null;
  const change = (id: string, changes: Partial<LifecycleRecord>) => {
    const record = records.get(id);
    if (record) records.set(id, { ...record, ...changes });
  };
  const orThrow = <T>(value: T | Error): T => {
    if (value instanceof Error) throw value;
    return value;
  };
  const audit = memoryAudit();
  const fake: Fake = {
    audit,
    records,
    asked: [],
    warnings: [],
    says: undefined,
    hears: true,
    log: { warn: (_, message) => void fake.warnings.push(message) },
    kind: {
      noun: 'experiment',
      audit,
      mostOpen: 1,
      records: {
        find,
        accept: async (run) => void records.set(run._id, run),
        countOpen: async () => records.size,
        markWorkflowStarted: async (id) => change(id, { workflow_started: true }),
      },
      read: find,
      start: async () => {
        fake.asked.push('start');
        orThrow(fake.says);
      },
      workflow: async () => {
        fake.asked.push('state');
        return orThrow(fake.says);
      },
      cancel: async () => {
        fake.asked.push('cancel');
        orThrow(fake.says);
        return fake.hears;
      },
      view: async (run, workflow) => ({ status: workflow?.status ?? run.status }),
      guestView: (run) => run,
      submitted: {
        event: 'experiment_submitted',
        subject: ({ user_id, _id }) => ({ userId: user_id, once: _id, details: { experiment_id: _id } }),
      },
    },
  };
  return fake;
}

describe('the protocol of runs', () => {
  let fake: Fake;
  const put = (changes: Partial<LifecycleRecord> = {}): LifecycleRecord => {
    const run = { ...newRecord('r', 'ada', new Date(0)), ...changes };
    fake.records.set(run._id, run);
    return run;
  };
  beforeEach(() => {
    fake = fakeRuns();
  });
  const entries = async () =>
    (await fake.audit.list({ limit: 10 })).map(({ event_type, user_id, details }) => ({
      event_type,
      user_id,
      details,
    }));

  it('shows a run to its owner and to admins, and hides its existence from others', async () => {
    const run = put();
    const seenBy = (userId: string, role: string) =>
      ownedRun(fake.kind, fake.kind.read, 'r', { userId, role } as never);
    assert.equal(await seenBy('ada', 'user'), run);
    assert.deepEqual(await entries(), []);
    assert.equal(await seenBy('root', 'admin'), run);
    assert.equal(await seenBy('root', 'admin'), run);
    const opened = {
      event_type: 'run_opened',
      user_id: 'root',
      details: { experiment_id: 'r', owner: 'ada' },
    };
    assert.deepEqual(await entries(), [opened]);
    const refused = (error: unknown) => error instanceof NotFound && error.message === 'Experiment not found';
    await assert.rejects(seenBy('eve', 'user'), refused);
  });

  it('names the user who cancels the run of another in the audit log', async () => {
    put({ _id: 'of-ada', workflow_started: true });
    await cancelRun(fake as never, fake.kind, 'of-ada', ADMIN as never);
    const details = { command: 'cancel', experiment_id: 'of-ada', owner: 'ada' };
    const [newest] = await entries();
    assert.equal(newest?.user_id, 'root');
    assert.deepEqual(newest?.details, { ...details, ip: '127.0.0.1', user_agent: 'tests' });
  });

  it('stores a run with its audit entry and marks its workflow as started', async () => {
    const audit = memoryAudit();
    const run = newRecord('r', 'ada', new Date(0));
    const kind = { ...fake.kind, audit };
    await audit.together((tx) => storeRun(kind, run, { details: { more: 1 } }, tx));
    await startRun(fake as never, kind, run);
    assert.equal(fake.records.get('r')?.workflow_started, true);
    const [entry] = await audit.list({ limit: 1 });
    assert.equal(entry?.event_type, 'experiment_submitted');
    assert.deepEqual(entry?.details, { experiment_id: 'r', more: 1 });
  });

  it('recognises a repetition by its body, in any order of its keys', async () => {
    put();
    const body_sha256 = createHash('sha256').update('{"10":1,"9":2}').digest('hex');
    const deps = {
      idempotency: { find: async () => ({ job_id: 'r', body_sha256 }) },
      now: () => new Date(0),
    };
    const caller = { ...OWNER, request: { header: () => 'key' } };
    const repeat = (body: object) =>
      claim(deps as never, fake.kind, { route: 'r', solvers: [], body }, caller as never);
    const { id, isNew } = await repeat({ 10: 1, 9: 2 });
    assert.deepEqual([id, isNew], ['r', false]);
    await assert.rejects(repeat({ 10: 1, 9: 3 }), Conflict);
  });

  it('leaves a workflow that cannot be started to the sweep', async () => {
    fake.says = new Error('4 DEADLINE_EXCEEDED');
    const run = newRecord('r', 'ada', new Date(0));
    fake.records.set('r', run);
    await startRun(fake as never, fake.kind, run);
    assert.equal(fake.records.get('r')?.workflow_started, false);
    assert.deepEqual(fake.warnings, ['workflow left to the sweep']);
  });

  it('believes the record of a run that is over, and does not ask its workflow', async () => {
    assert.deepEqual(await runStatus(fake as never, fake.kind, put({ status: 'failed' })), {
      status: 'failed',
    });
    assert.deepEqual(fake.asked, []);
  });

  it('reads the record again when the workflow is over', async () => {
    const old = put({ status: 'running' });
    put({ status: 'completed' });
    fake.says = { status: 'completed' };
    const viewed: LifecycleRecord[] = [];
    const view: RunKind['view'] = async (run) => {
      viewed.push(run);
      return run;
    };
    await runStatus(fake as never, { ...fake.kind, view }, old);
    assert.equal(viewed[0]?.status, 'completed');
  });

  it('answers with the record when Temporal does not', async () => {
    fake.says = new Error('away');
    assert.deepEqual(await runStatus(fake as never, fake.kind, put()), { status: 'queued' });
    assert.deepEqual(fake.warnings, ['status answered without Temporal']);
  });

  it('starts a workflow without a recorded start before it is cancelled', async () => {
    put();
    await cancelRun(fake as never, fake.kind, 'r', OWNER as never);
    put({ workflow_started: true });
    await cancelRun(fake as never, fake.kind, 'r', OWNER as never);
    assert.deepEqual(fake.asked, ['start', 'cancel', 'state', 'cancel', 'state']);
  });

  it('refuses to cancel an ended run, and reports that Temporal is away', async () => {
    const rejects = (type: new (message: string) => Error, message: string) =>
      assert.rejects(
        cancelRun(fake as never, fake.kind, 'r', OWNER as never),
        (error: unknown) => error instanceof type && error.message === message,
      );
    put({ status: 'cancelled' });
    await rejects(Conflict, 'The experiment is already cancelled');
    put({ workflow_started: true });
    fake.hears = false;
    await rejects(Conflict, 'It has already ended');
    fake.says = new Error('away');
    await rejects(BadGateway, 'Workflow service unreachable');
  });
});
