/**
 * A study of new connections: one run without a connection, then for each connection a run that asks for the most power
 * of each hour, and runs that try to serve it. Which run comes next follows from the runs that are stored, so a resumed
 * study continues where it stopped.
 */
import {
  CancellationScope,
  continueAsNew,
  defineQuery,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { ConnectionStudyInput, ConnectionStudyState } from '../temporal/case/messages/connection.ts';
import { STATUS_QUERY } from '../temporal/names.ts';
import { endOf, errorOf, requireCompleted, showStatus } from './ending.ts';
import { records } from './proxies.ts';
import { executionPart } from './solve-part.ts';

const statusQuery = defineQuery<ConnectionStudyState>(STATUS_QUERY);

/** Number of connections that are studied at once. */
const AT_ONCE = 4;

export async function connectionStudy(input: ConnectionStudyInput): Promise<void> {
  const { studyId, attempt, parts } = input;
  let state: ConnectionStudyState = {
    status: 'queued',
    startedAt: null,
    finishedAt: null,
    error: null,
    done: input.open ? parts - input.open.length : 0,
  };
  setHandler(statusQuery, () => state);
  const runsOf = async (part: number | null): Promise<void> => {
    for (;;) {
      const { input: run } = await records.prepareConnectionRun({ studyId, attempt, part });
      if (!run) return;
      await executionPart(run);
    }
  };
  const open = [...(input.open ?? Array.from({ length: parts }, (_, part) => part))];
  const next = async (): Promise<void> => {
    for (let part = open.shift(); part !== undefined; part = open.shift()) {
      await runsOf(part);
      state = { ...state, done: (state.done ?? 0) + 1 };
      setCurrentDetails(`${state.done} of ${parts} connections studied`);
      if (workflowInfo().continueAsNewSuggested) return;
    }
  };
  const study = async () => {
    try {
      const { startedAt } = await records.beginConnectionStudy({ studyId, attempt });
      state = { ...state, status: 'running', startedAt };
      showStatus('running');
      await runsOf(null);
      const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, next));
      for (const each of all) if (each.status === 'rejected') throw each.reason;
      return null;
    } catch (error) {
      return endOf(error);
    }
  };
  const outcome = await study();
  if (outcome === null && open.length > 0) return continueAsNew<typeof connectionStudy>({ ...input, open });
  const { end, finishedAt } = await CancellationScope.nonCancellable(() =>
    records.finishConnectionStudy({ studyId, end: outcome }),
  );
  state = { ...state, status: end.status, finishedAt, error: errorOf(end) };
  showStatus(end.status);
  requireCompleted(end);
}
