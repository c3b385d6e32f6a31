/** Page of one run, updated until the run ends: progress, days, totals and report. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { fullDate } from '../../client/dates.ts';
import {
  type Execution,
  isOver,
  runTitle,
  secondsLeft,
  solvesDone,
  standingWords,
} from '../../client/runs.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import {
  Badge,
  Card,
  Empty,
  Figure,
  Loaded,
  Money,
  Notice,
  Page,
  Spinner,
  Time,
} from '../parts/elements.tsx';
import { count, duration, energy, hasPenalties, percent, power, price } from '../parts/format.ts';
import { isGuest } from '../parts/guest.ts';
import { href } from '../parts/router.ts';
import { remove } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Matrix, NONE, rowsOf } from '../results/matrix.ts';
import { readResult } from '../results/result-data.tsx';
import type { Room } from '../results/room.ts';
import { ShareButton } from '../shares/share-button.tsx';
import { type Day, rowLength, standing, sumOf, type Totals } from './days.ts';
import { ReportOf } from './report.tsx';
import { MonthProgress } from './report-charts.tsx';
import { dearHours, dearWords, roomOfRun } from './run-hours.ts';
import { Calendar, Hours } from './run-hours.tsx';
import { type FollowedRun, useRun } from './use-run.ts';

export function RunView({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const load = useRun(params['id'] ?? '');
  const run = load.data?.run;
  return (
    <Page
      title={run ? runTitle(run) : 'Run'}
      actions={
        run && (
          <>
            {!isOver(run) && !isGuest && <Cancel run={run} onDone={load.reload} />}
            <ShareButton kind="run" id={run.execution_id} />
          </>
        )
      }
    >
      <Loaded load={load}>
        {(followed) => (
          <>
            <Progress run={followed.run} />
            <Content {...followed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Content({ run, days, windows, isRead }: FollowedRun) {
  const totals = sumOf(days);
  const room = useMemo(() => roomOfRun(days, windows), [days, windows]);
  const isDone = isOver(run);
  const hasHours = windows.length > 0 || isRead;
  const months = !isDone && run.months && <MonthProgress months={run.months} />;
  if (days.length === 0)
    return months || <Empty>{isDone ? 'The run has no days.' : 'Solving the first day.'}</Empty>;
  return (
    <>
      {months}
      {totals && (
        <TotalsCard
          totals={totals}
          isWhole={run.status === 'completed'}
          dear={<Dear days={days} room={room} />}
        />
      )}
      <Card title="Hour by hour">
        {days.length > 1 && <p>{lookAheadOf(run)}</p>}
        <div class={rowLength(days.length) <= WEEK ? 'room-body' : undefined}>
          {!totals && <Empty>No day has a schedule.</Empty>}
          {totals && !hasHours && <Spinner label="Reading the hours" />}
          {totals && hasHours && <Hours days={days} room={room} />}
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
/** Default look-ahead of runs, h. */
const USUAL_LOOK_AHEAD_H = 24;

function lookAheadOf({ options: { look_ahead_h = USUAL_LOOK_AHEAD_H } }: Execution): string {
  if (look_ahead_h === 0) return 'Each day is solved without look-ahead.';
  return `Each day is solved with ${count(look_ahead_h)} h of look-ahead; only the kept hours are shown.`;
}

interface TotalsCardProps {
  readonly totals: Totals;
  readonly isWhole: boolean;
  /** Note about the hours that dominate the mean price. */
  readonly dear: ComponentChildren;
}

const TotalsCard = ({ totals, isWhole, dear }: TotalsCardProps) => (
  <Card title={isWhole ? 'Total' : 'So far'}>
    <dl class="figures">
      <Figure name="Objective" value={<Money of={totals.total_cost_usd + totals.penalty_usd} />} />
      {hasPenalties(totals) && <Figure name="Operating cost" value={<Money of={totals.total_cost_usd} />} />}
      <Figure name="Energy" value={<Money of={totals.energy_usd} />} />
      {totals.no_load_usd > 0 && <Figure name="No-load" value={<Money of={totals.no_load_usd} />} />}
      <Figure
        name="Starts"
        value={<Money of={totals.startup_usd} />}
        note={`${count(totals.starts)} starts`}
      />
      {totals.shutdown_usd !== undefined && (
        <Figure name="Stops" value={<Money of={totals.shutdown_usd} />} />
      )}
      <Figure name="Penalties" value={<Money of={totals.penalty_usd} />} />
      <Figure name="Load" value={energy(totals.load_mwh)} note={`peak ${power(totals.peak_load_mw)}`} />
      <Figure name="Not served" value={energy(totals.unserved_mwh)} />
      <Figure name="Mean price" value={price(totals.average_lmp_usd_per_mwh)} note="by load" />
    </dl>
    {dear}
  </Card>
);

interface DearProps {
  readonly days: readonly Day[];
  readonly room: Room;
}

/** Note about a mean price that a few hours with extreme prices dominate. */
function Dear({ days, room }: DearProps) {
  const dear = useMemo(() => dearHours(room), [room]);
  const hour = dear?.hours[0] ?? 0;
  const day = days.findLast(({ start_hour }) => start_hour <= hour);
  const at = hour - (day?.start_hour ?? 0);
  const { data: short = [] } = useLoad(
    async () => (dear && day ? shortIn(day.job_id, at) : []),
    [dear?.hours.join(), day?.job_id],
  );
  if (!dear || !day) return null;
  return (
    <p>
      Mean price: {dearWords(dear, short)}{' '}
      {!isGuest && <a href={href(`/jobs/${day.job_id}`, { hour: String(at) })}>Show hour</a>}
    </p>
  );
}

/** Smallest shortage that counts, MW; smaller values are rounding errors. */
const LEAST_MW = 1e-3;

/**
 * Names of the reserve products that are short in an hour of a job, and an entry for load not served. Empty if the
 * result is no longer stored.
 */
async function shortIn(jobId: string, hour: number): Promise<readonly string[]> {
  const fields = ['reserve_shortfall_mw', 'unserved_mw'] as const;
  const series = await readResult(jobId, fields).catch(() => undefined);
  const isShort = (of: Matrix = NONE): readonly string[] =>
    rowsOf(of).flatMap(([name, values]) => ((values[hour] ?? 0) > LEAST_MW ? [name] : []));
  if (!series) return [];
  const load = isShort(series.unserved_mw).length > 0 ? ['load'] : [];
  return [...isShort(series.reserve_shortfall_mw), ...load];
}

const Cancel = ({ run, onDone }: { readonly run: Execution; readonly onDone: () => void }) => (
  <ConfirmButton
    text="Cancel"
    question="Cancel this run?"
    work={async () => {
      const params = { path: { execution_id: run.execution_id } };
      await remove('/api/model-builder/executions/{execution_id}', { params });
      onDone();
    }}
  >
    Solved days stay; the others will not be solved.
  </ConfirmButton>
);

function Progress({ run }: Pick<FollowedRun, 'run'>) {
  const remainingS = secondsLeft(run, Date.now());
  const { windows_total: total, largest_mip_gap: gap, options, results } = run;
  const done = solvesDone(run);
  return (
    <Card title="Run">
      <p aria-live="polite">
        <Badge text={standingWords(run)} /> {standing(run)}
        {remainingS !== null && `, about ${duration(remainingS)} left`}.
      </p>
      {!isOver(run) && <progress aria-label="Solved days" max={total} value={done} />}
      <p>
        {count(options.horizon)} h{run.start_time && ` from ${fullDate(run.start_time)}`}
        {options.include_reserves && ' with spinning reserve'}, {run.pcm_model_id}
        {gap !== null && `, largest gap ${percent(gap)}`}, submitted <Time at={run.created_at} />
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
          {results.message} {results.job_id && <a href={href(`/jobs/${results.job_id}`)}>Show causes</a>}
        </Notice>
      )}
    </Card>
  );
}
