/** One experiment: its progress, and what its scenarios found, in four views. */
import { isOver } from '../../client/runs.ts';
import { save } from '../parts/download.ts';
import { Card, Empty, Loaded, Page, ProblemNotice } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { Tabs } from '../parts/tabs.tsx';
import { Effects } from './effects.tsx';
import { Expected } from './expected.tsx';
import { Extremes } from './extremes.tsx';
import { type FollowedExperiment, useExperiment } from './follow-experiment.ts';
import { HeatMap } from './heat-map.tsx';
import { LineChart } from './line-chart.tsx';
import { Parallel } from './parallel.tsx';
import { Progress } from './progress.tsx';
import { ResultTable } from './result-table.tsx';
import { variablesOf } from './rows.ts';

const VIEWS = [
  { name: 'table', text: 'Table' },
  { name: 'heat', text: 'Heat map' },
  { name: 'parallel', text: 'Parallel coordinates' },
  { name: 'effects', text: 'Effects' },
] as const;

/** One variable is drawn as a line. */
const OF_ONE = VIEWS.map((view) => (view.name === 'heat' ? { name: 'heat', text: 'Line chart' } : view));

export function ExperimentView({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const load = useExperiment(params['id'] ?? '');
  return (
    <Page
      title={load.data?.experiment.name ?? 'Experiment'}
      actions={load.data && <Downloads experiment={load.data.experiment} />}
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
  const { experiment_id: id, scenarios_completed } = experiment;
  const found = { rows, variables };
  return (
    <>
      {experiment.pcm_model_id !== undefined && <Expected id={id} ended={scenarios_completed} />}
      <Extremes id={id} ended={scenarios_completed} />
      <Card title="Results">
        <Tabs label="Views of the results" tabs={variables.length > 1 ? VIEWS : OF_ONE} current={view} />
        {view === 'table' && <ResultTable {...found} />}
        {view === 'heat' && (variables.length > 1 ? <HeatMap {...found} /> : <LineChart {...found} />)}
        {view === 'parallel' && <Parallel {...found} />}
        {view === 'effects' && <Effects {...found} id={id} ended={scenarios_completed} />}
      </Card>
    </>
  );
}

function Downloads({ experiment }: Pick<FollowedExperiment, 'experiment'>) {
  const { experiment_id } = experiment;
  const download = (format: 'csv' | 'json') => async (): Promise<void> => {
    const query = { format, ...(!isOver(experiment) && { partial: true }) };
    const { data } = await api.GET('/api/experiments/{experiment_id}/results/download', {
      params: { path: { experiment_id }, query },
      parseAs: 'blob',
    });
    if (data) save(`experiment-${experiment_id}.${format}`, data);
  };
  const csv = useAction(download('csv'));
  const json = useAction(download('json'));
  const problem = csv.problem ?? json.problem;
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <button type="button" disabled={csv.isBusy} onClick={csv.run}>
        CSV
      </button>
      <button type="button" disabled={json.isBusy} onClick={json.run}>
        JSON
      </button>
    </>
  );
}
