/** Follows a run until its end: its status, then its days, then the hours of each. */
import { type Execution, followExecution } from '../../client/runs.ts';
import { countIn } from '../parts/interval.ts';
import { api, get } from '../parts/session.ts';
import { type Load, useFollow } from '../parts/use-load.ts';
import { type Day, type RunDay, toDay } from './days.ts';
import type { WindowHours } from './run-hours.ts';

export interface FollowedRun {
  readonly run: Execution;
  readonly days: readonly Day[];
  /** Power by source in their hours; read after the days. */
  readonly windows: readonly WindowHours[];
  /** Whether the hours of all these days were read: a picture without them would be replaced at once. */
  readonly isRead: boolean;
}

export const useRun = (id: string): Load<FollowedRun> => useFollow((signal) => follow(id, signal), [id]);

async function* follow(id: string, signal: AbortSignal): AsyncGenerator<FollowedRun> {
  let days: readonly Day[] = [];
  let windows: readonly WindowHours[] = [];
  let read = 0;
  for await (const run of followExecution(api, id, { signal })) {
    countIn({ start_time: run.start_time ?? undefined });
    while (days.length < run.windows_done) {
      const more = await readDays(id, days.length, signal);
      if (more.length === 0) break;
      days = [...days, ...more.map(toDay)];
      yield { run, days, windows, isRead: false };
    }
    while (read < days.length) {
      const more = await readHours(id, read, signal);
      read = Math.min(read + PAGE, days.length);
      windows = [...windows, ...more];
      yield { run, days, windows, isRead: read >= days.length };
    }
    yield { run, days, windows, isRead: true };
  }
}

/** Most days in one reply: a month of many units is a megabyte. */
const PAGE = 31;

type Read<T> = (execution_id: string, offset: number, signal: AbortSignal) => Promise<readonly T[]>;

const pageOf = (execution_id: string, offset: number) => ({
  path: { execution_id },
  query: { limit: PAGE, offset },
});

const readDays: Read<RunDay> = async (id, offset, signal) => {
  const params = pageOf(id, offset);
  return (await get('/api/model-builder/executions/{execution_id}/days', { params, signal })).days;
};

/** Without them the hours have load and price only: a run whose results are no longer stored has its days still. */
const readHours: Read<WindowHours> = async (id, offset, signal) => {
  const params = pageOf(id, offset);
  try {
    return (await get('/api/model-builder/executions/{execution_id}/hours', { params, signal })).windows;
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
};
