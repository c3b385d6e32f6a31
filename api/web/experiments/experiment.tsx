/** Page of one experiment, updated until the experiment ends: progress, and results in four views. */
import { followExperiment, isOver, standingWords, unsolvedWords } from '../../client/runs.ts';
import { ActionButton } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { save } from '../parts/download-item.tsx';
import { Badge, Card, Empty, Loaded, Page, ProblemNotice, Time } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { count, duration } from '../parts/format.ts';
import { isGuest } from '../parts/guest.ts';
import { readAll } from '../parts/list.tsx';
import { usePlace } from '../parts/router.ts';
import { api, get, post, remove } from '../parts/session.ts';
import { Tabs } from '../parts/tabs.tsx';
import type { Load } from '../parts/use-load.ts';
import { useFollow } from '../parts/use-load.ts';
import { ShareButton } from '../shares/share-button.tsx';
import { Effects } from './effects.tsx';
import { HeatMap } from './heat-map.tsx';
import { ResultTable } from './result-table.tsx';
import { countStandings, type Experiment, type Row, toRow, variablesOf } from './rows.ts';
import { LineChart, Parallel } from './scenario-charts.tsx';
import { Expected, Extremes, useSummary } from './summary.tsx';

const VIEWS = [
  { name: 'table', text: 'Table' },
  { name: 'heat', text: 'Heat map' },
  { name: 'parallel', text: 'Parallel coordinates' },
  { name: 'effects', text: 'Effects' },
] as const;

/** Tabs of an experiment with only one variable: a line chart takes the place of the heat map. */
const OF_ONE = VIEWS.map((view) => (view.name === 'heat' ? { name: 'heat', text: 'Line chart' } : view));

export function ExperimentView({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const load = useExperiment(params['id'] ?? '');
  return (
    <Page
      title={load.data?.experiment.name ?? 'Experiment'}
      actions={
        load.data && (
          <>
            <Downloads experiment={load.data.experiment} />
            <ShareButton kind="experiment" id={load.data.experiment.experiment_id} />
          </>
        )
      }
    >
      <Loaded load={load}>
        {(followed) => (
          <>
            {followed.experiment.error && (
              <Empty>The experiment failed: {followed.experiment.error.message}</Empty>
            )}
            <Progress {...followed} onChange={load.reload} />
            <Results {...followed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Results({ experiment, rows }: FollowedExperiment) {
  const { query } = usePlace();
  const view = VIEWS.find(({ name }) => name === query['view'])?.name ?? 'table';
  const variables = variablesOf(rows);
  const resultProps = { rows, variables };
  const summary = useSummary(experiment.experiment_id, experiment.scenarios_completed);
  return (
    <>
      {experiment.pcm_model_id !== undefined && <Expected summary={summary} />}
      <Extremes summary={summary} without={experiment.scenarios_unsolved} />
      <Card title="Results">
        <Tabs label="Views of the results" tabs={variables.length > 1 ? VIEWS : OF_ONE} current={view} />
        {view === 'table' && <ResultTable {...resultProps} />}
        {view === 'heat' &&
          (variables.length > 1 ? <HeatMap {...resultProps} /> : <LineChart {...resultProps} />)}
        {view === 'parallel' && <Parallel {...resultProps} />}
        {view === 'effects' && <Effects {...resultProps} summary={summary} />}
      </Card>
    </>
  );
}

function Downloads({ experiment }: Pick<FollowedExperiment, 'experiment'>) {
  const { experiment_id } = experiment;
  const csv = useAction(async () => {
    const query = { format: 'csv', ...(!isOver(experiment) && { partial: true }) } as const;
    const file = await get('/api/experiments/{experiment_id}/results/download', {
      params: { path: { experiment_id }, query },
      parseAs: 'blob',
    });
    save(`experiment-${experiment_id}.csv`, file);
  });
  return (
    <>
      {csv.problem && <ProblemNotice problem={csv.problem} />}
      <ActionButton {...csv} text="CSV" />
    </>
  );
}

interface FollowedExperiment {
  readonly experiment: Experiment;
  readonly rows: readonly Row[];
}

const useExperiment = (id: string): Load<FollowedExperiment> =>
  useFollow((signal) => follow(id, signal), [id]);

/** Follows an experiment; reads the rows again whenever a scenario starts or ends. */
async function* follow(id: string, signal: AbortSignal): AsyncGenerator<FollowedExperiment> {
  let rows: readonly Row[] = [];
  let lastState = '';
  for await (const experiment of followExperiment(api, id, { signal })) {
    const { scenarios_completed, scenarios_running, status } = experiment;
    const now = `${scenarios_completed} ${scenarios_running} ${isOver({ status })}`;
    if (now !== lastState) rows = await readRows(id, signal);
    lastState = now;
    yield { experiment, rows };
  }
}

const readRows = (experiment_id: string, signal: AbortSignal): Promise<Row[]> =>
  readAll(async (query) => {
    const params = { path: { experiment_id }, query };
    const path = '/api/experiments/{experiment_id}/scenarios';
    const { scenarios, total } = await get(path, { params, signal });
    return { rows: scenarios.map(toRow), total };
  }, 200);

interface ProgressProps extends FollowedExperiment {
  /** Called after the user cancels or retries the experiment. */
  readonly onChange: () => void;
}

const Progress = ({ experiment, rows, onChange }: ProgressProps) => (
  <Card title="Scenarios" actions={!isGuest && <Actions experiment={experiment} onChange={onChange} />}>
    <p>
      <Badge text={standingWords(experiment)} /> {count(experiment.scenarios_completed)} of{' '}
      {count(experiment.scenarios_total)} ended
      {unsolvedWords(experiment.scenarios_unsolved, experiment.outcome_causes)}
      {experiment.windows_total !== undefined &&
        `, ${count(experiment.windows_done)} of ${count(experiment.windows_total)} solves`}
      {experiment.eta_seconds !== null && `, about ${duration(experiment.eta_seconds)} left`}
      {experiment.finished_at && (
        <>
          {' '}
          at <Time at={experiment.finished_at} />
        </>
      )}
      .{experiment.pcm_model_id !== undefined && ` Runs of ${experiment.pcm_model_id}.`}{' '}
      {isGuest ? 'Method' : `Base: ${experiment.base_scenario_id}; method`}: {experiment.method};{' '}
      {count(experiment.max_parallel)} at a time.
    </p>
    {!isOver(experiment) && (
      <progress aria-label="Scenarios that have ended" max={100} value={experiment.progress} />
    )}
    <p class="about" aria-live="polite">
      {countStandings(rows).map(({ standing: { text, tone }, count: total }) => (
        <Badge key={text} text={`${text}: ${count(total)}`} tone={tone} />
      ))}
    </p>
  </Card>
);

function Actions({ experiment, onChange }: Omit<ProgressProps, 'rows'>) {
  const params = { path: { experiment_id: experiment.experiment_id } };
  const retry = useAction(async () => {
    await post('/api/experiments/{experiment_id}/retry', { params });
    onChange();
  });
  const unanswered = experiment.scenarios_failed + experiment.scenarios_cancelled;
  if (!isOver(experiment))
    return (
      <ConfirmButton
        text="Cancel"
        question="Cancel this experiment?"
        work={async () => {
          await remove('/api/experiments/{experiment_id}', { params });
          onChange();
        }}
      >
        Solved scenarios keep their results; the others can be solved later.
      </ConfirmButton>
    );
  return (
    <>
      {retry.problem && <ProblemNotice problem={retry.problem} />}
      {unanswered > 0 && (
        <ActionButton {...retry} text={`Solve ${count(unanswered)} failed or cancelled again`} />
      )}
    </>
  );
}
