/** A run with all its days, followed until its end. */
import { data } from '../../client/client.ts';
import { type Execution, followExecution } from '../../client/runs.ts';
import { countIn } from '../parts/interval.ts';
import { api } from '../parts/session.ts';
import { useFollow } from '../parts/use-follow.ts';
import type { Load } from '../parts/use-load.ts';
import { type Day, type Fuels, type RunDay, toDay } from './days.ts';

export interface FollowedRun {
  readonly run: Execution;
  readonly days: readonly Day[];
}

export const useRun = (id: string): Load<FollowedRun> => useFollow((signal) => follow(id, signal), [id]);

async function* follow(id: string, signal: AbortSignal): AsyncGenerator<FollowedRun> {
  let days: readonly Day[] = [];
  let fuels: Fuels | undefined;
  for await (const run of followExecution(api, id, { signal })) {
    countIn({ start_time: run.start_time ?? undefined });
    while (days.length < run.windows_done) {
      const more = await readDays(id, days.length, signal);
      if (more.length === 0) break;
      fuels ??= await readFuels(id, signal);
      days = [...days, ...more.map((day) => toDay(day, fuels ?? new Map()))];
      yield { run, days };
    }
    yield { run, days };
  }
}

/** Most days in one reply: a month of many units is a megabyte. */
const PAGE = 31;

async function readDays(
  execution_id: string,
  offset: number,
  signal: AbortSignal,
): Promise<readonly RunDay[]> {
  const params = { path: { execution_id }, query: { limit: PAGE, offset } };
  return (await data(api.GET('/api/model-builder/executions/{execution_id}/days', { params, signal }))).days;
}

/** Of the network when the run began; what has no fuel is called by its type. Without a report all count as one. */
async function readFuels(execution_id: string, signal: AbortSignal): Promise<Fuels> {
  try {
    const params = { path: { execution_id } };
    const { by_unit } = await data(
      api.GET('/api/model-builder/executions/{execution_id}/report', { params, signal }),
    );
    return new Map(
      by_unit.flatMap(({ unit, fuel, type }) => {
        const name = fuel ?? type;
        return name === null ? [] : [[unit, name] as const];
      }),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    return new Map();
  }
}
