/**
 * Summary of an experiment: best, base and worst scenario. If the scenarios differ in their random seeds, it also has
 * adequacy and cost with standard errors.
 */
import type { Reply } from '../../client/client.ts';
import { Card, Loaded } from '../parts/elements.tsx';
import { count, counted, exact } from '../parts/format.ts';
import { Objective } from '../parts/objective.tsx';
import { href } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import { type Column, Table } from '../parts/table.tsx';
import { type Load, useLoad } from '../parts/use-load.ts';
import { pathOf, type Scenario, valuesIn, valueText, variableText } from './rows.ts';

export type Summary = Reply<'getExperimentsByExperimentIdSummary'>;

/** Loads the summary now, and again when `ended` changes. `ended`: number of scenarios that have ended. */
export const useSummary = (experiment_id: string, ended: number): Load<Summary> =>
  useLoad(
    (signal) => {
      const params = { path: { experiment_id } };
      return get('/api/experiments/{experiment_id}/summary', { params, signal });
    },
    [experiment_id, ended],
  );

interface SummaryProps {
  readonly summary: Load<Summary>;
}

export const Expected = ({ summary }: SummaryProps) => (
  <Card title="Over the seeds">
    <Loaded load={summary}>
      {({ monte_carlo }) => (
        <>
          {monte_carlo?.groups.map((group) => (
            <Together key={JSON.stringify(group.values)} group={group} hours={monte_carlo.hours} />
          ))}
        </>
      )}
    </Loaded>
  </Card>
);

type Group = NonNullable<Summary['monte_carlo']>['groups'][number];

function Together({ group, hours }: { readonly group: Group; readonly hours: number }) {
  const { runs, runs_without_answer: without, unsolved_windows: unsolved } = group;
  const values = Object.entries(valuesIn(group.values)).map(([name, value]) => `${name} ${valueText(value)}`);
  const title = values.join(', ') || 'All runs';
  return (
    <>
      <p>
        {title}: {count(runs)} runs of {count(hours)} h{without > 0 && `, ${count(without)} without a result`}
        {unsolved > 0 && `, ${count(unsolved)} solves without a schedule`}.
      </p>
      <Table
        caption={`Expected values: ${title}`}
        columns={COLUMNS}
        rows={rowsOf(group)}
        keyOf={({ name }) => name}
      />
    </>
  );
}

interface Row {
  readonly name: string;
  readonly mean: number;
  readonly error: number | null;
  readonly perYear?: number;
  readonly p5?: number;
  readonly p50?: number;
  readonly p95?: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Figure', cell: ({ name }) => name },
  { head: 'Mean', isNumber: true, cell: ({ mean }) => exact(mean) },
  { head: 'Standard error', isNumber: true, cell: ({ error }) => exact(error) },
  { head: 'P5', isNumber: true, cell: ({ p5 }) => exact(p5) },
  { head: 'P50', isNumber: true, cell: ({ p50 }) => exact(p50) },
  { head: 'P95', isNumber: true, cell: ({ p95 }) => exact(p95) },
  { head: 'Per year', isNumber: true, cell: ({ perYear }) => exact(perYear) },
];

function rowsOf({ eue_mwh, lole_days, lolh_hours, total_cost_usd, unserved_mwh, co2_t }: Group): Row[] {
  const expected = (name: string, of: Group['lole_days']): Row[] =>
    of ? [{ name, mean: of.per_run, error: of.standard_error, perYear: of.per_year }] : [];
  const samples = (name: string, of: Group['co2_t']): Row[] =>
    of ? [{ name, error: of.standard_error, ...of }] : [];
  const [eue] = expected('EUE, MWh', eue_mwh);
  return [
    ...(eue && unserved_mwh ? [{ ...unserved_mwh, ...eue }] : []),
    ...expected('LOLE, days', lole_days),
    ...expected('LOLH, h', lolh_hours),
    ...samples('Operating cost, $', total_cost_usd),
    ...samples('CO2, t', co2_t),
  ];
}

export const Extremes = ({ summary, without }: SummaryProps & { readonly without: number }) => (
  <Card title="Best, base, worst">
    <Loaded load={summary}>
      {({ best, base, worst }) => (
        <dl class="figures">
          <Extreme title="Lowest objective" scenario={best} />
          <Extreme title="Base case" scenario={base} />
          <Extreme title="Highest objective" scenario={worst} />
        </dl>
      )}
    </Loaded>
    {without > 0 && <p class="quiet">Not compared: {counted(without, 'scenario')} without a schedule.</p>}
  </Card>
);

function Extreme({ title, scenario }: { readonly title: string; readonly scenario: Scenario | null }) {
  const values = Object.entries(valuesIn(scenario?.values));
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {scenario && scenario.objective_value !== null ? (
          <a href={href(pathOf(scenario))}>
            <Objective of={scenario} />
          </a>
        ) : (
          '–'
        )}
      </dd>
      {values.map(([name, value]) => (
        <dd key={name}>
          <small>
            {variableText(name)} {valueText(value)}
          </small>
        </dd>
      ))}
    </div>
  );
}
