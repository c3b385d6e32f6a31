/** How far one run of an experiment has come: what the status query and the Web UI show. */
import { setCurrentDetails } from '@temporalio/workflow';
import type {
  ExperimentEnd,
  ExperimentInput,
  ExperimentState,
} from '../temporal/case/messages/experiment-run.ts';
import { errorOf, showStatus } from './ending.ts';

export interface ExperimentProgress {
  state(): ExperimentState;
  /** Solves that are open now. */
  running(): number;
  begun(startedAt: string, completed: number): void;
  /** A solve has been started. */
  opened(): void;
  /** One has ended, and with it so many rows. */
  closed(rows: number): void;
  /** Rows that ended without a solve. */
  refused(rows: number): void;
  ended(end: ExperimentEnd, finishedAt: string): void;
}

export function createProgress({ total }: ExperimentInput): ExperimentProgress {
  let state: ExperimentState = {
    status: 'queued',
    startedAt: null,
    finishedAt: null,
    completed: 0,
    running: 0,
    error: null,
  };
  let running = 0;
  let completed = 0;
  const show = (change: Partial<ExperimentState> = {}): void => {
    state = { ...state, running, completed, ...change };
    setCurrentDetails(`${completed} of ${total} scenarios ended, ${running} solves open, ${state.status}`);
  };
  return {
    state: () => state,
    running: () => running,
    begun(startedAt, before) {
      completed = before;
      show({ status: 'running', startedAt });
      showStatus('running');
    },
    opened() {
      running += 1;
      show();
    },
    closed(rows) {
      running -= 1;
      completed += rows;
      show();
    },
    refused(rows) {
      completed += rows;
      show();
    },
    ended(end, finishedAt) {
      show({ status: end.status, finishedAt, error: errorOf(end) });
      showStatus(end.status);
    },
  };
}
