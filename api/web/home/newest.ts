/** The newest jobs, runs, experiments and connection studies as one list, with trends (pure). */
import type { Reply } from '../../client/client.ts';
import { runTitle, type Study, studyTitle } from '../../client/runs.ts';

type Job = Reply<'getModulesAnalystSolve'>['jobs'][number];
export type Run = Reply<'getModelBuilderExecutions'>['executions'][number];
export type Experiment = Reply<'getExperiments'>['experiments'][number];

export interface Lists {
  readonly jobs: readonly Job[];
  readonly runs: readonly Run[];
  readonly experiments: readonly Experiment[];
  readonly studies: readonly Study[];
}

interface Entry {
  readonly path: string;
  readonly title: string;
  /** Time of submission, ISO 8601. */
  readonly at: string;
  /**
   * Figures of similar submissions up to this one, oldest first, $: objectives of jobs of the same scenario, or costs
   * of runs with the same network and horizon.
   */
  readonly trend: readonly number[];
}

export type Newest = Entry &
  (
    | { readonly kind: 'job'; readonly of: Job }
    | { readonly kind: 'run'; readonly of: Run }
    | { readonly kind: 'experiment'; readonly of: Experiment }
    | { readonly kind: 'study'; readonly of: Study }
  );

/** Merges lists, each of which is sorted with the newest first. */
export function newestOf({ jobs, runs, experiments, studies }: Lists, most: number): Newest[] {
  const all: Newest[] = [
    ...jobs.map(
      (of, at): Newest => ({
        kind: 'job',
        of,
        path: `/jobs/${of.job_id}`,
        title: of.name || of.scenario_id,
        at: of.submitted_at,
        trend: trendOf(
          jobs.slice(at).filter(({ scenario_id }) => scenario_id === of.scenario_id),
          ({ objective_value }) => objective_value,
        ),
      }),
    ),
    ...runs.map(
      (of, at): Newest => ({
        kind: 'run',
        of,
        path: `/runs/${of.execution_id}`,
        title: runTitle(of),
        at: of.created_at,
        trend: trendOf(
          runs
            .slice(at)
            .filter(({ network_id, horizon }) => network_id === of.network_id && horizon === of.horizon),
          ({ total_cost_usd }) => total_cost_usd,
        ),
      }),
    ),
    ...experiments.map(
      (of): Newest => ({
        kind: 'experiment',
        of,
        path: `/experiments/${of.experiment_id}`,
        title: of.name,
        at: of.created_at,
        trend: [],
      }),
    ),
    ...studies.map(
      (of): Newest => ({
        kind: 'study',
        of,
        path: `/connections/${of.study_id}`,
        title: studyTitle(of),
        at: of.created_at,
        trend: [],
      }),
    ),
  ];
  return all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, most);
}

const trendOf = <T>(newestFirst: readonly T[], resultOf: (of: T) => number | null): number[] =>
  newestFirst.flatMap((each) => resultOf(each) ?? []).reverse();

/** Points of a polyline in a box of `width` x `height`; empty for fewer than two values. */
export function sparkPoints(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number): number =>
    high > low ? height - 1 - ((value - low) / (high - low)) * (height - 2) : height / 2;
  return values
    .map((value, at) => `${Math.round((at / (values.length - 1)) * width)},${y(value).toFixed(1)}`)
    .join(' ');
}
