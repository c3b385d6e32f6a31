/** One run: how far it is, its days, and what they come to. */
import { data } from '../../client/client.ts';
import { type Execution, isOver, secondsLeft, solvesDone } from '../../client/runs.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { fullDate } from '../parts/dates.ts';
import { Badge, Card, Empty, Loaded, Notice, Page, Time } from '../parts/elements.tsx';
import { count, duration, energy, money, power, price } from '../parts/format.ts';
import { countIn } from '../parts/interval.ts';
import { href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { Calendar } from './calendar.tsx';
import { sumOf, type Totals } from './days.ts';
import { DurationCurves } from './duration-curves.tsx';
import { type FollowedRun, useRun } from './follow-run.ts';
import { Generation } from './generation.tsx';
import { Hours } from './hours.tsx';
import { MonthProgress, MonthTable } from './months.tsx';
import { ReportOf } from './report.tsx';

export function RunView({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const load = useRun(params['id'] ?? '');
  const run = load.data?.run;
  return (
    <Page
      title={run ? `${run.pcm_model_id} on ${run.network_id}` : 'Run'}
      actions={run && !isOver(run) && <Cancel run={run} onDone={load.reload} />}
    >
      <Loaded load={load}>
        {(followed) => (
          <>
            <Progress {...followed} />
            <Found {...followed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Cancel = ({ run, onDone }: { readonly run: Execution; readonly onDone: () => void }) => (
  <ConfirmButton
    text="Cancel"
    question="Cancel this run?"
    work={async () => {
      const params = { path: { execution_id: run.execution_id } };
      await data(api.DELETE('/api/model-builder/executions/{execution_id}', { params }));
      onDone();
    }}
  >
    The days that have been solved stay; the others are not solved any more.
  </ConfirmButton>
);

function Progress({ run }: FollowedRun) {
  const left = secondsLeft(run, Date.now());
  const { windows_total: total, options, solver, results } = run;
  const done = solvesDone(run);
  return (
    <Card title="Run">
      <p aria-live="polite">
        <Badge text={run.status} /> {results && <Badge text={results.termination_status} />} {count(done)} of{' '}
        {count(total)} {total === 1 ? 'solve' : 'days'} solved
        {left !== null && `, about ${duration(left)} left`}.
      </p>
      {!isOver(run) && <progress aria-label="Days that are solved" max={total} value={done} />}
      <p>
        {count(options.horizon)} h{run.start_time && ` from ${fullDate(run.start_time)}`}
        {options.include_reserves && ' with spinning reserve'}, solver {solver.id}, submitted{' '}
        <Time at={run.created_at} />
        {run.finished_at && (
          <>
            , ended <Time at={run.finished_at} />
          </>
        )}
        .
      </p>
      {run.warnings?.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {run.error && <Notice tone="bad">{run.error.message}</Notice>}
      {results?.message && (
        <Notice tone="warning">
          {results.message} {results.job_id && <a href={href(`/jobs/${results.job_id}`)}>See the causes</a>}
        </Notice>
      )}
    </Card>
  );
}

/** Longer runs are told by month, too. */
const TWO_MONTHS_H = 62 * 24;

function Found({ run, days }: FollowedRun) {
  countIn({ start_time: run.start_time ?? undefined });
  const totals = sumOf(days);
  const isDone = isOver(run);
  const months = !isDone && run.months && <MonthProgress months={run.months} />;
  if (days.length === 0)
    return months || <Empty>{isDone ? 'The run has no days.' : 'The first day is being solved.'}</Empty>;
  return (
    <>
      {months}
      {totals && <TotalsCard totals={totals} isWhole={run.status === 'completed'} />}
      {run.options.horizon > TWO_MONTHS_H && <MonthTable days={days} />}
      <Calendar days={days} total={run.windows_total} />
      <Hours days={days} />
      {totals && <DurationCurves days={days} />}
      {totals && <Generation days={days} totals={totals} />}
      {totals && isDone && (
        <ReportOf id={run.execution_id} done={run.windows_done} jobId={days[0]?.job_id ?? ''} />
      )}
    </>
  );
}

interface TotalsProps {
  readonly totals: Totals;
  readonly isWhole: boolean;
}

const TotalsCard = ({ totals, isWhole }: TotalsProps) => (
  <Card title={isWhole ? 'In total' : 'So far'}>
    <dl class="figures">
      {(
        [
          ['Cost of operation', money(totals.total_cost_usd)],
          ['Energy', money(totals.energy_usd)],
          ['No-load', money(totals.no_load_usd)],
          ['Starts', `${money(totals.startup_usd)} for ${count(totals.starts)}`],
          ...(totals.shutdown_usd === undefined ? [] : [['Stops', money(totals.shutdown_usd)] as const]),
          ['Penalties', money(totals.penalty_usd)],
          ['Objective', money(totals.total_cost_usd + totals.penalty_usd)],
          ['Load', energy(totals.load_mwh)],
          ['Peak load', power(totals.peak_load_mw)],
          ['Unserved', energy(totals.unserved_mwh)],
          ['Average price', price(totals.average_lmp_usd_per_mwh)],
        ] as const
      ).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
