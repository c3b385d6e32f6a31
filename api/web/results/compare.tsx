/** Comparison of two to six jobs by their cases and figures; of two jobs, also hour by hour. */
import { useMemo } from 'preact/hooks';
import { meanPrice } from '../../../temporal/case/arithmetic/price-figures.ts';
import { Chart } from '../charts/chart.tsx';
import { Card, Facts, Loaded, Notice, Page } from '../parts/elements.tsx';
import { count, duration, energy, money, percent, price } from '../parts/format.ts';
import { intervalHours } from '../parts/interval.ts';
import { href } from '../parts/router.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { DifferenceTable } from '../solve/difference-table.tsx';
import { bridgeChart, bridgeOf, type JobSettings, settingsOf, whyNotAlike } from './changes.ts';
import { HourlyDifferences } from './hourly-differences.tsx';
import { NONE, sum } from './matrix.ts';
import type { Diff } from './pack.ts';
import { readCase, readPayload, readResult, useDiff } from './result-data.tsx';
import { pricesOf } from './room.ts';
import { readJob, readSummary, type Summary, titleOf } from './view.ts';

const MOST = 6;

type Compared = Awaited<ReturnType<typeof readCompared>>;

/** Reads a job and, if it has a result, its summary. */
async function readCompared(id: string, signal: AbortSignal) {
  const job = await readJob(id, signal);
  const summary = job.status === 'completed' ? await readSummary(id, signal) : undefined;
  const hasSchedule = summary !== undefined && summary.objective_value !== null;
  return { job, summary, ...(hasSchedule && { hourly: await readHourly(id) }) };
}

/** Reads the hours of a schedule, and figures computed from them. */
async function readHourly(id: string) {
  const [{ lmp, prices, unserved_mw = NONE }, { loads }] = await Promise.all([
    readResult(id, ['lmp', 'prices', 'unserved_mw']),
    readCase(id, ['loads']),
  ]);
  return {
    isApproximate: prices === 'approximate',
    meanPrice: lmp.names.length > 0 ? meanPrice(...pricesOf({ lmp }, { loads })) : undefined,
    unservedMwh: sum(unserved_mw.values) * intervalHours(),
  };
}

export function Compare({ params: { id = '', other = '' } }: { readonly params: Record<string, string> }) {
  const ids = [...new Set([id, ...other.split(',')])].filter(Boolean).slice(0, MOST);
  const load = useLoad((signal) => Promise.all(ids.map((each) => readCompared(each, signal))), [ids.join()]);
  const titles = [...new Set(load.data?.map(({ job }) => titleOf(job)))];
  const names = new Intl.ListFormat('en-GB').format(titles);
  return (
    <Page
      title={
        names ? `Compare ${titles.length > 1 ? names : `${ids.length} jobs of ${names}`}` : 'Compare jobs'
      }
      actions={
        ids.length === 2 && (
          <a class="button" href={href(`/jobs/${ids[1]}/compare/${ids[0]}`)}>
            Swap
          </a>
        )
      }
    >
      <Loaded load={load}>
        {(jobs) => (
          <>
            <Card title="Differences of the cases">
              <DifferenceTable
                heads={jobs.map(headOf)}
                of={jobs.map(({ job }) => job.job_id)}
                read={(signal) => Promise.all(jobs.map(({ job }) => readPayload(job.job_id, signal)))}
              />
              <Settings jobs={jobs} />
            </Card>
            <Figures jobs={jobs} />
            {jobs.length === 2 && <Hourly jobs={jobs} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface JobsProps {
  readonly jobs: readonly Compared[];
}

/** Head of a column. It begins with a number, because several jobs may have the same name. */
const headOf = ({ job }: Compared, at: number): string => `${at + 1}: ${titleOf(job)}`;

const settingsIn = ({ job }: Compared): JobSettings => ({
  Type: job.job_type.toUpperCase(),
  Solver: job.solver,
  'Time limit': duration(job.time_limit_s),
  'Target gap': percent(job.target_gap),
});

/** Settings that differ between the jobs. They can explain differences even if the cases are equal. */
const Settings = ({ jobs }: JobsProps) => <Facts of={settingsOf(jobs.map(settingsIn))} />;

type Figure = readonly [
  name: string,
  of: (summary: Summary, hourly: Compared['hourly']) => number | null | undefined,
  format: typeof money,
];

const FIGURES: readonly Figure[] = [
  ['Objective', (summary) => summary.objective_value, money],
  ['Operating cost', (summary) => summary.total_cost_usd, money],
  ['Energy', (summary) => summary.cost_breakdown?.energy_usd, money],
  ['No-load', (summary) => summary.cost_breakdown?.no_load_usd, money],
  ['Starts', (summary) => summary.cost_breakdown?.startup_usd, money],
  ['Penalties', (summary) => summary.cost_breakdown?.penalty_usd, money],
  ['Value of stored energy', (summary) => summary.cost_breakdown?.stored_value_usd, money],
  ['Not served', (_, hourly) => hourly?.unservedMwh, energy],
  ['Mean price', (_, hourly) => hourly?.meanPrice, price],
  ['Gap', (summary) => summary.mip_gap, percent],
  ['CO2, t', (summary) => summary.total_emissions_t, count],
  ['Solve time', (summary) => summary.solve_time_s, duration],
];

function Figures({ jobs }: JobsProps) {
  const value = ({ summary, hourly }: Compared, of: Figure[1]) =>
    summary && (of(summary, hourly) ?? undefined);
  const rows = FIGURES.filter(([, of]) => jobs.some((each) => value(each, of)));
  const columns = jobs.map(
    (each, at): Column<Figure> => ({
      head: headOf(each, at),
      headCell: <a href={href(`/jobs/${each.job.job_id}`)}>{headOf(each, at)}</a>,
      isNumber: true,
      cell: ([name, of, format]) =>
        `${name === 'Mean price' && each.hourly?.isApproximate ? '≈ ' : ''}${format(value(each, of))}`,
    }),
  );
  return (
    <Card title="Figures">
      <Table
        caption="Figures of the jobs"
        columns={[{ head: 'Figure', cell: ([name]) => name }, ...columns]}
        rows={rows}
        keyOf={([name]) => name}
      />
    </Card>
  );
}

function Hourly({ jobs }: JobsProps) {
  const [first, second] = jobs;
  const load = useDiff(first?.job.job_id ?? '', second?.job.job_id ?? '', first?.summary?.start_time);
  if (!first) return null;
  return (
    <Loaded load={load}>
      {(diff) => {
        const reason = whyNotAlike(diff);
        if (reason) return <Notice tone="warning">These jobs are not comparable: {reason}</Notice>;
        return (
          <>
            {diff.notes.length > 0 && <Notice tone="warning">{diff.notes.join('. ')}.</Notice>}
            <Bridge cost={diff.cost} />
            <HourlyDifferences
              title="Hour by hour: second job minus first"
              job={first.job}
              diff={diff}
              priceNote={
                jobs.some(({ hourly }) => hourly?.isApproximate)
                  ? '≈ Prices of a job are approximate, which may explain part of a difference.'
                  : undefined
              }
            />
          </>
        );
      }}
    </Loaded>
  );
}

function Bridge({ cost }: { readonly cost: Diff['cost'] }) {
  const steps = useMemo(() => bridgeOf(cost), [cost]);
  const option = useMemo(() => bridgeChart(steps), [steps]);
  const parts = steps.map(({ name, change }) => `${name}: ${money(change)}`).join(', ');
  const total = cost.objective ?? 0;
  const words =
    Math.round(total) === 0
      ? 'Both schedules have the same objective.'
      : `The objective of the second job is ${money(Math.abs(total))} ${total > 0 ? 'higher' : 'lower'}.`;
  return (
    <Card title="Objective: second job minus first">
      <p>{words}</p>
      <Chart label={`${words} ${parts}`} option={option} height={260} />
    </Card>
  );
}
