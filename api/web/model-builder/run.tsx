/** One run: how far it is, its days, and what they come to. */
import { useMemo } from 'preact/hooks';
import { type Execution, isOver } from '../../client/runs.ts';
import { Card, Empty, Figure, Loaded, Page } from '../parts/elements.tsx';
import { count, energy, hasPenalties, money, power, price } from '../parts/format.ts';
import { rowLength } from './calendar.ts';
import { Calendar } from './calendar.tsx';
import { sumOf, type Totals } from './days.ts';
import { type FollowedRun, useRun } from './follow-run.ts';
import { MonthProgress } from './months.tsx';
import { ReportOf } from './report.tsx';
import { roomOfRun } from './run-hours.ts';
import { Hours } from './run-hours.tsx';
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

function Found({ run, days, windows }: FollowedRun) {
  const totals = sumOf(days);
  const room = useMemo(() => roomOfRun(days, windows), [days, windows]);
  const isDone = isOver(run);
  const months = !isDone && run.months && <MonthProgress months={run.months} />;
  if (days.length === 0)
    return months || <Empty>{isDone ? 'The run has no days.' : 'The first day is being solved.'}</Empty>;
  return (
    <>
      {months}
      {totals && <TotalsCard totals={totals} isWhole={run.status === 'completed'} />}
      <Card title="Hour by hour">
        {days.length > 1 && <p>{lookAheadOf(run)}</p>}
        <div class={rowLength(days.length) <= WEEK ? 'room-body' : undefined}>
          <Hours days={days} room={room} />
          <Calendar days={days} />
        </div>
      </Card>
      {totals && isDone && (
        <ReportOf
          id={run.execution_id}
          done={run.windows_done}
          jobId={days[0]?.job_id ?? ''}
          networkId={run.network_id}
          room={room}
        />
      )}
    </>
  );
}

const WEEK = 7;
/** Where a run does not say its own. */
const USUAL_LOOK_AHEAD_H = 24;

function lookAheadOf({ options: { look_ahead_h = USUAL_LOOK_AHEAD_H } }: Execution): string {
  if (look_ahead_h === 0) return 'Each day is solved by itself, without look-ahead.';
  return `Each day is solved with ${count(look_ahead_h)} h of look-ahead, which the solve of the next day replaces: only hours that count are shown.`;
}

interface TotalsProps {
  readonly totals: Totals;
  readonly isWhole: boolean;
}

const TotalsCard = ({ totals, isWhole }: TotalsProps) => (
  <Card title={isWhole ? 'In total' : 'So far'}>
    <dl class="figures">
      <Figure name="Objective" value={money(totals.total_cost_usd + totals.penalty_usd)} />
      {hasPenalties(totals) && <Figure name="Cost of operation" value={money(totals.total_cost_usd)} />}
      <Figure name="Energy" value={money(totals.energy_usd)} />
      {totals.no_load_usd > 0 && <Figure name="No-load" value={money(totals.no_load_usd)} />}
      <Figure name="Starts" value={money(totals.startup_usd)} note={`${count(totals.starts)} starts`} />
      {totals.shutdown_usd !== undefined && <Figure name="Stops" value={money(totals.shutdown_usd)} />}
      <Figure name="Penalties" value={money(totals.penalty_usd)} />
      <Figure name="Load" value={energy(totals.load_mwh)} note={`at most ${power(totals.peak_load_mw)}`} />
      <Figure name="Not served" value={energy(totals.unserved_mwh)} />
      <Figure name="Average price" value={price(totals.average_lmp_usd_per_mwh)} />
    </dl>
  </Card>
);
