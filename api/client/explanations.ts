/** Questions that a result answers by itself, without a language model: from its explanation, which the service makes once. */
import { type Client, data } from './client.ts';

/** Questions, and the parts of an explanation that answer them. */
export const SUGGESTIONS: Readonly<Record<string, readonly string[]>> = {
  'Which lines bind, and when?': ['binding_constraints'],
  'Where and when is the price highest, and why?': ['lmp_decomposition', 'marginal_units'],
  'Which unit is the most expensive?': ['cost_breakdown'],
  'Which units start and stop?': ['commitment_schedule'],
};

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Parts that answer a question, however it is spelled and dotted; undefined for any other one. */
export const partsFor = (question: string): readonly string[] | undefined =>
  Object.entries(SUGGESTIONS).find(([known]) => lettersOf(known) === lettersOf(question))?.[1];

/** Explains the last completed solve of a scenario; again for the same solve it finds what was made before. */
async function explain(client: Client, scenario_id: string) {
  const params = { path: { scenario_id } };
  await data(client.POST('/api/modules/analyst/explain/{scenario_id}/generate', { params }));
  return data(client.GET('/api/modules/analyst/explain/{scenario_id}', { params }));
}

/** Some of its statements, as an answer; throws `Problem` where nothing was solved. */
export async function explanationOf(
  client: Client,
  types: readonly string[],
  scenarioId: string,
  jobId?: string,
): Promise<string> {
  const shown = await explain(client, scenarioId);
  const statements = shown.artifacts
    .filter(({ type }) => types.includes(type))
    .map(({ statement }) => statement);
  return [
    statements.join('\n') || 'This result says nothing of it.',
    'Computed from the result, without a language model.',
    ...(jobId === undefined || shown.job_id === jobId ? [] : [LATER]),
  ].join('\n');
}

/** Where an explanation is not that of the job that was asked about. */
const LATER = 'This explains a later solve of the scenario, not this job.';
