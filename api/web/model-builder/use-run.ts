/** Follows a run until it ends: reads its status, days and hours. */
import { type Execution, followExecution } from '../../client/runs.ts';
import { countIn } from '../parts/interval.ts';
import { api, get } from '../parts/session.ts';
import { type Load, useFollow } from '../parts/use-load.ts';
import { type Day, type RunDay, toDay } from './days.ts';
import type { WindowHours } from './run-hours.ts';

export interface FollowedRun {
  readonly run: Execution;
  readonly days: readonly Day[];
  /** Hourly power by source; it is read after the days. */
  readonly windows: readonly WindowHours[];
  /** True if the hours of all days have been read, so that the chart is complete. */
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

/** Number of days per request; 31 days with many units take about a megabyte. */
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

/**
 * Reads hourly power by source. Empty if the request fails, for example because results are no longer stored; the chart
 * then shows only load and price.
 */
const readHours: Read<WindowHours> = async (id, offset, signal) => {
  const params = pageOf(id, offset);
  try {
    return (await get('/api/model-builder/executions/{execution_id}/hours', { params, signal })).windows;
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
};
