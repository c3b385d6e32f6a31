/** What the runs of an experiment come to together, as a table. */
import { data, type Reply } from '../../client/client.ts';
import type { Context } from '../connection/perform.ts';
import { decimal, money } from '../terminal/numbers.ts';
import { plain } from '../terminal/plain.ts';

type MonteCarlo = NonNullable<Reply<'getExperimentsByExperimentIdSummary'>['monte_carlo']>;
type Group = MonteCarlo['groups'][number];

export async function showMonteCarlo({ client, screen }: Context, experiment_id: string): Promise<void> {
  const params = { path: { experiment_id } };
  const { monte_carlo } = await data(client.GET('/api/experiments/{experiment_id}/summary', { params }));
  if (!monte_carlo) return;
  for (const group of monte_carlo.groups) {
    const { runs, runs_without_answer: without, unsolved_windows: unsolved } = group;
    const missing = [
      ...(without > 0 ? [`${without} without an answer`] : []),
      ...(unsolved > 0 ? [`${unsolved} solves of them without a schedule`] : []),
    ];
    screen.say([titleOf(group), `${runs} runs of ${monte_carlo.hours} h`, ...missing].join(', '));
    screen.table(['', 'MEAN', 'STD ERROR', 'P5', 'P50', 'P95', 'PER YEAR'], rowsOf(group));
  }
}

const titleOf = ({ values }: Group): string =>
  Object.entries(Object(values))
    .map(([name, value]) => plain(`${name} ${value}`))
    .join(' ') || 'All seeds';

function rowsOf({ eue_mwh, lole_days, lolh_hours, total_cost_usd, co2_t }: Group): string[][] {
  const text = (value: number | null | undefined) => (value == null ? '' : decimal(value));
  const expected = (name: string, of: Group['eue_mwh']) =>
    of ? [[name, text(of.per_run), text(of.standard_error), '', '', '', text(of.per_year)]] : [];
  const samples = (name: string, of: Group['co2_t'], as = text) =>
    of ? [[name, ...[of.mean, of.standard_error, of.p5, of.p50, of.p95].map(as), '']] : [];
  return [
    ...expected('EUE, MWh', eue_mwh),
    ...expected('LOLE, days', lole_days),
    ...expected('LOLH, h', lolh_hours),
    ...samples('cost of operation', total_cost_usd, money),
    ...samples('CO2, t', co2_t),
  ];
}
