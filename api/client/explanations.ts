/** Questions answered from the stored explanation of a result, without a language model. */
import { type Client, data } from './client.ts';

/** Question -> parts of an explanation that answer it. */
export const SUGGESTIONS: Readonly<Record<string, readonly string[]>> = {
  'Which lines bind, and when?': ['binding_constraints'],
  'Where and when is the price highest, and why?': ['lmp_decomposition', 'marginal_units'],
  'Which unit is the most expensive?': ['cost_breakdown'],
  'Which units start and stop?': ['commitment_schedule'],
};

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/**
 * Parts of an explanation that answer a question; undefined for other questions. Case and punctuation do not matter.
 */
export const partsFor = (question: string): readonly string[] | undefined =>
  Object.entries(SUGGESTIONS).find(([known]) => lettersOf(known) === lettersOf(question))?.[1];

/** Explains the last completed solve of a scenario; later calls return the stored explanation. */
async function explain(client: Client, scenario_id: string) {
  const params = { path: { scenario_id } };
  await data(client.POST('/api/modules/analyst/explain/{scenario_id}/generate', { params }));
  return data(client.GET('/api/modules/analyst/explain/{scenario_id}', { params }));
}

/** Answers by the statements of some parts; throws `Problem` if the scenario has no completed solve. */
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
    statements.join('\n') || 'This result does not say.',
    'Computed from the result, without a language model.',
    ...(jobId === undefined || shown.job_id === jobId ? [] : [LATER]),
  ].join('\n');
}

/** Note that is shown if the explanation is of another job than the question. */
const LATER = 'This explains a later solve of the scenario, not this job.';
