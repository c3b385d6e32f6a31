/** Entries of the palette, and their order for a query (pure). */
import type { Reply } from '../client/client.ts';
import { runTitle, standingWords, studyTitle } from '../client/runs.ts';

export interface Entry {
  /** Kind of the entry, such as `Job`. */
  readonly kind: string;
  readonly text: string;
  readonly about: string;
  /** Path and query of the view. If the entry has an id, the path ends in it. */
  readonly address: string;
}

interface Lists {
  readonly jobs: Reply<'getModulesAnalystSolve'>['jobs'];
  readonly scenarios: Reply<'getScenarios'>['scenarios'];
  readonly experiments: Reply<'getExperiments'>['experiments'];
  readonly executions: Reply<'getModelBuilderExecutions'>['executions'];
  readonly studies: Reply<'getConnectionStudies'>['studies'];
}

export const entry = (kind: string, text: string, address: string, about = ''): Entry => ({
  kind,
  text,
  about,
  address,
});

export const entriesOf = (lists: Partial<Lists>): Entry[] => [
  ...(lists.jobs ?? []).map(({ job_id: id, name, scenario_id, status, termination_status }) =>
    entry('Job', name || scenario_id, `/jobs/${id}`, `${termination_status ?? status} · ${id.slice(0, 8)}`),
  ),
  ...(lists.scenarios ?? []).map(({ scenario_id: id, name }) =>
    entry('Scenario', id, `/scenarios/${encodeURIComponent(id)}`, name === id ? '' : name),
  ),
  ...(lists.experiments ?? []).map(({ experiment_id: id, name, ...run }) =>
    entry('Experiment', name, `/experiments/${id}`, standingWords(run)),
  ),
  ...(lists.executions ?? []).map((run) =>
    entry(
      'Run',
      runTitle(run),
      `/runs/${run.execution_id}`,
      `${standingWords(run)} · ${run.execution_id.slice(0, 8)}`,
    ),
  ),
  ...(lists.studies ?? []).map((study) =>
    entry('Study', studyTitle(study), `/connections/${study.study_id}`, study.status),
  ),
];

/** Possible scores, the best first. */
const SCORES = [5, 4, 3, 2, 1];

/** Entries that match every word of the query, the best score first; entries with equal scores keep their order. */
export function ranked(entries: readonly Entry[], query: string, most: number): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = entries.map((each) => Math.min(5, ...words.map((word) => scoreOf(each, word))));
  return SCORES.flatMap((score) => entries.filter((_, i) => fits[i] === score)).slice(0, most);
}

/**
 * Score of an entry for a word. 5: whole name, 4: start of name or id, 3: part of the name, 2: kind or description, 1:
 * letters in order, 0: no match.
 */
function scoreOf({ kind, text, about, address }: Entry, word: string): number {
  const name = text.toLowerCase();
  if (name === word) return 5;
  const isId = word.length > 2 && !address.includes('?') && address.includes(`/${word}`);
  if (isId || name.startsWith(word)) return 4;
  if (name.includes(word)) return 3;
  if (`${kind} ${about}`.toLowerCase().includes(word)) return 2;
  const inOrder = [...word].reduce(
    (from, letter) => (from < 0 ? from : name.indexOf(letter, from) + 1 || -1),
    0,
  );
  return word.length > 2 && inOrder > 0 ? 1 : 0;
}
