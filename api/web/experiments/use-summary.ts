/** What an experiment comes to so far, asked again as more scenarios end. */
import { data, type Reply } from '../../client/client.ts';
import { api } from '../parts/session.ts';
import { type Load, useLoad } from '../parts/use-load.ts';

interface Asked {
  readonly id: string;
  readonly ended: number;
}

export const useSummary = ({ id, ended }: Asked): Load<Reply<'getExperimentsByExperimentIdSummary'>> =>
  useLoad(
    (signal) =>
      data(
        api.GET('/api/experiments/{experiment_id}/summary', {
          params: { path: { experiment_id: id } },
          signal,
        }),
      ),
    [id, ended],
  );
