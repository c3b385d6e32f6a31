/** Chooses the job to compare with, among those that solved the same scenario. */
import { data } from '../../client/client.ts';
import { ago } from '../parts/format.ts';
import { objectiveText } from '../parts/objective.tsx';
import { go } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import type { Job } from '../results/view.ts';
import { titleOf } from '../results/view.ts';

const MOST = 50;

export function CompareChooser({ job: { job_id: id, scenario_id } }: { readonly job: Job }) {
  const { data: others = [] } = useLoad(
    async (signal) => {
      const query = { status: 'completed', scenario_id, limit: MOST } as const;
      const { jobs } = await data(api.GET('/api/modules/analyst/solve', { params: { query }, signal }));
      return jobs.filter(({ job_id, objective_value }) => job_id !== id && objective_value !== null);
    },
    [id, scenario_id],
  );
  if (others.length === 0) return null;
  return (
    <select
      aria-label="Compare with another job of this scenario"
      value=""
      onChange={({ currentTarget }) => go(`/jobs/${id}/compare/${currentTarget.value}`)}
    >
      <option value="">Compare with…</option>
      {others.map((other) => (
        <option key={other.job_id} value={other.job_id}>
          {titleOf(other)}, {objectiveText(other)}, {ago(other.submitted_at, Date.now())}
        </option>
      ))}
    </select>
  );
}
