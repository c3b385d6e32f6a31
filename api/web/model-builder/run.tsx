/** One run: how far it is, its days, and what they come to. */
import { isOver } from '../../client/runs.ts';
import { Card, Empty, Loaded, Page } from '../parts/elements.tsx';
import { count, energy, money, power, price } from '../parts/format.ts';
import { Calendar } from './calendar.tsx';
import { sumOf, type Totals } from './days.ts';
import { DurationCurves } from './duration-curves.tsx';
import { type FollowedRun, useRun } from './follow-run.ts';
import { Generation } from './generation.tsx';
import { Hours } from './hours.tsx';
import { MonthProgress, MonthTable } from './months.tsx';
import { ReportOf } from './report.tsx';
import { Cancel, Progress } from './run-progress.tsx';

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
            <Progress run={followed.run} />
            <Found {...followed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Longer runs are told by month, too. */
const TWO_MONTHS_H = 62 * 24;

function Found({ run, days }: FollowedRun) {
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
        <ReportOf
          id={run.execution_id}
          done={run.windows_done}
          jobId={days[0]?.job_id ?? ''}
          networkId={run.network_id}
        />
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
