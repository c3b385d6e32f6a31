/** Access to a run, its status, and the replies by which clients follow it until its end. */
import { LRUCache } from 'lru-cache';
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import { NotFound } from '../http/errors.ts';
import { awaitChange, eventStream, waitSeconds } from '../http/follows.ts';
import type { Principal } from '../http/principal.ts';
import type { Caller } from '../http/request.ts';
import { reply, type StreamReply } from '../http/route.ts';
import type { HasLog, HasStatus, RunDeps, RunKind } from './run-kind.ts';

/**
 * The run if it is the caller's; otherwise 404, which does not reveal whether another user's run exists. An
 * administrator may open every run, and the audit log records whose run was opened. A guest opens the run that their
 * link shares. `find`: `read` of the kind; a caller who changes the run passes the `find` of its records, which is
 * never shared.
 */
export async function ownedRun<Run extends LifecycleRecord>(
  kind: Pick<RunKind<Run>, 'noun' | 'audit'>,
  find: RunKind<Run>['read'],
  id: string,
  { userId, role, shared }: Pick<Principal, 'userId' | 'role' | 'shared'>,
): Promise<Run> {
  const run = await find(id);
  const isOpen = shared
    ? run?.user_id === shared.ownerId && id === shared.id
    : run?.user_id === userId || role === 'admin';
  if (!run || !isOpen) {
    throw new NotFound(`${kind.noun[0]?.toUpperCase()}${kind.noun.slice(1)} not found`);
  }
  if (!shared && run.user_id !== userId) await noteOpened(kind, run, userId);
  return run;
}

/**
 * Openings that this process has recorded, so that an administrator who follows a run does not cause a query of the
 * audit log each time.
 */
const recordedOpenings = new LRUCache<string, true>({ max: 1000 });
/** Length of the text of an hour, `2026-11-25T18`: each hour has one entry. */
const HOUR_CHARACTERS = 13;

async function noteOpened<Run extends LifecycleRecord>(
  { noun, audit }: Pick<RunKind<Run>, 'noun' | 'audit'>,
  run: Run,
  userId: string,
): Promise<void> {
  const once = `run_opened/${userId}/${run._id}/${new Date().toISOString().slice(0, HOUR_CHARACTERS)}`;
  if (recordedOpenings.has(once)) return;
  await audit.record('run_opened', {
    userId,
    once,
    details: { [`${noun}_id`]: run._id, owner: run.user_id },
  });
  recordedOpenings.set(once, true);
}

/**
 * Status of a run: from MongoDB if the run is over, else from its workflow, else as stored at submission. `user` may be
 * a guest.
 */
export async function runStatus<
  Run extends LifecycleRecord,
  Workflow extends HasStatus,
  View extends HasStatus,
>(
  { log }: HasLog,
  kind: RunKind<Run, Workflow, View>,
  run: Run,
  user?: Pick<Principal, 'shared'>,
): Promise<View> {
  const workflow = isTerminal(run.status) ? undefined : await heard();
  // The end is in MongoDB before the workflow ends, so a copy that was read earlier may be outdated, and is read again.
  const isOver = workflow !== undefined && isTerminal(workflow.status);
  const view = await kind.view(isOver ? ((await kind.records.find(run._id)) ?? run) : run, workflow);
  return user?.shared ? kind.guestView(view) : view;

  /** State of the workflow; undefined while Temporal is unavailable, when the status comes from MongoDB alone. */
  async function heard(): Promise<Workflow | undefined> {
    try {
      return await kind.workflow(run);
    } catch (error) {
      log.warn({ err: error, id: run._id }, 'status answered without Temporal');
      return undefined;
    }
  }
}

/** The current status, or with `Prefer: wait=N` the status after its next change. */
export async function statusReply<
  Run extends LifecycleRecord,
  Workflow extends HasStatus,
  View extends HasStatus,
>(deps: RunDeps, kind: RunKind<Run, Workflow, View>, id: string, { user, request }: Caller) {
  const read = async () => runStatus(deps, kind, await ownedRun(kind, kind.read, id, user), user);
  const waitS = waitSeconds(request.header('prefer'));
  if (waitS === undefined) return reply(200, await read());
  const status = await deps.follows.wait({ user, request }, (signal) => awaitChange(read, waitS, signal));
  return reply(200, status, { 'Preference-Applied': `wait=${waitS}` });
}

/** The status as server-sent events. `toProgress` selects the content of all events except the last. */
export async function eventsReply<
  Run extends LifecycleRecord,
  Workflow extends HasStatus,
  View extends HasStatus,
>(
  deps: RunDeps,
  kind: RunKind<Run, Workflow, View>,
  id: string,
  { user, request }: Caller,
  toProgress: (view: View) => object,
): Promise<StreamReply> {
  const owned = () => ownedRun(kind, kind.read, id, user);
  await owned();
  const read = async () => runStatus(deps, kind, await owned(), user);
  return {
    status: 200,
    mediaType: 'text/event-stream',
    stream: deps.follows.stream({ user, request }, (signal) => eventStream(read, toProgress, signal)),
  };
}
