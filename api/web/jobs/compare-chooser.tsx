/** Chooses the job to compare with. */
import { data } from '../../client/client.ts';
import { objectiveText } from '../parts/objective.tsx';
import { go } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import type { Job } from '../results/view.ts';
import { titleOf } from './words.ts';

const MOST = 50;

export function CompareChooser({ job }: { readonly job: Job }) {
  const { data: others = [] } = useLoad(
    async (signal) => {
      const query = { status: 'completed', limit: MOST } as const;
      const { jobs } = await data(api.GET('/api/modules/analyst/solve', { params: { query }, signal }));
      return jobs.filter(({ job_id, objective_value }) => job_id !== job.job_id && objective_value !== null);
    },
    [job.job_id],
  );
  if (others.length === 0) return null;
  return (
    <select
      aria-label="Compare with another job"
      value=""
      onChange={({ currentTarget }) => go(`/jobs/${job.job_id}/compare/${currentTarget.value}`)}
    >
      <option value="">Compare with…</option>
      {others.map((other) => (
        <option key={other.job_id} value={other.job_id}>
          {titleOf(other)}, {objectiveText(other)}
        </option>
      ))}
    </select>
  );
}
