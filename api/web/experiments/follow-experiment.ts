/** An experiment with all its scenarios, followed until its end. */
import { data } from '../../client/client.ts';
import { followExperiment, isOver } from '../../client/runs.ts';
import { api } from '../parts/session.ts';
import { useFollow } from '../parts/use-follow.ts';
import type { Load } from '../parts/use-load.ts';
import { type Experiment, type Row, toRow } from './rows.ts';

export interface FollowedExperiment {
  readonly experiment: Experiment;
  readonly rows: readonly Row[];
}

export const useExperiment = (id: string): Load<FollowedExperiment> =>
  useFollow((signal) => follow(id, signal), [id]);

/** Rows are read again when one of them has begun or ended. */
async function* follow(id: string, signal: AbortSignal): AsyncGenerator<FollowedExperiment> {
  let rows: readonly Row[] = [];
  let seen = '';
  for await (const experiment of followExperiment(api, id, { signal })) {
    const { scenarios_completed, scenarios_running, status } = experiment;
    const now = `${scenarios_completed} ${scenarios_running} ${isOver({ status })}`;
    if (now !== seen) rows = await readRows(id, signal);
    seen = now;
    yield { experiment, rows };
  }
}

/** Rows of one reply. */
const PAGE = 200;

async function readRows(experiment_id: string, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { scenarios, total } = await data(
      api.GET('/api/experiments/{experiment_id}/scenarios', {
        params: { path: { experiment_id }, query: { limit: PAGE, offset: rows.length } },
        signal,
      }),
    );
    rows.push(...scenarios.map(toRow));
    if (rows.length >= total || scenarios.length === 0) return rows;
  }
}
