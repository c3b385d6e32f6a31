/** What the last completed solve of a scenario means: made once by the service, without a language model. */
import { get, post } from '../parts/session.ts';

const LATER = 'This explains a later solve of the scenario, not the job that is shown.';

/** Some of its statements, as an answer; throws `Problem` where nothing was solved. */
export async function explanationOf(types: readonly string[], scenario_id?: string, jobId?: string) {
  if (scenario_id === undefined) return 'Choose a scenario or a job first: its last solve answers this.';
  const params = { path: { scenario_id } };
  // Again for the same solve it finds what was made before.
  await post('/api/modules/analyst/explain/{scenario_id}/generate', { params });
  const shown = await get('/api/modules/analyst/explain/{scenario_id}', { params });
  const told = shown.artifacts.filter(({ type }) => types.includes(type)).map(({ statement }) => statement);
  return [
    told.join('\n') || 'This result says nothing of it.',
    'Computed from the result, without a language model.',
    ...(jobId === undefined || shown.job_id === jobId ? [] : [LATER]),
  ].join('\n');
}
