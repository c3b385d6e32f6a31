/** A row of gen.csv that burns fuel -> a generator of a network. */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import { secant } from '../base/cost-curve.ts';
import type { ReportBuilder } from '../base/report.ts';
import type { TableRow } from '../tables/table-row.ts';
import type { Fuel } from './fuels.ts';
import { type HeatCurve, readHeatCurve, readStartupFuel } from './heat-rates.ts';
import type { SeriesBook } from './series-book.ts';

type Unit = NetworkBody['generators'][number];

const MINUTES = 60;

/** Throws `ImportError` with file, line and column. */
export function readThermalUnit(
  row: TableRow,
  { name, bus }: Pick<Unit, 'name' | 'bus'>,
  fuel: Fuel,
  series: SeriesBook,
  report: ReportBuilder,
): Unit {
  const [p_max, p_min] = [row.amount('PMax MW'), row.amount('PMin MW')];
  if (p_min > p_max) row.refuse('PMin MW', `Should be at most PMax MW ${p_max}, not ${p_min}`);
  const heat_rate_curve = readHeatCurve(row, p_min, p_max, report);
  const startup_fuel = readStartupFuel(row, report);
  const vom = row.optionalNumber('VOM') ?? 0;
  const coldest = startup_fuel.at(-1);
  const shutdown = row.optionalAmount('Non Fuel Shutdown Cost $');
  const available = series.take('Generator', name, 'PMax MW')?.values;
  return {
    name,
    bus,
    type: row.text('Unit Type'),
    p_max,
    p_min,
    ...secant(toCosts(heat_rate_curve, fuel, vom)),
    startup_cost: coldest ? coldest.mmbtu * fuel.price_usd_per_mmbtu + coldest.usd : 0,
    ...(shutdown > 0 && { shutdown_cost: shutdown }),
    ...readTimes(row, report),
    fuel: fuel.name,
    heat_rate_curve,
    ...(vom !== 0 && { variable_om_usd_per_mwh: vom }),
    ...(startup_fuel.length > 0 && { startup_fuel }),
    ...(available && { p_max_profile: [...available] }),
    ...readOutages(row, report),
  };
}

const toCosts = (curve: HeatCurve, { price_usd_per_mmbtu: price }: Fuel, vom: number) =>
  curve.map(({ mw, mmbtu_per_h }) => ({ mw, usd_per_h: mmbtu_per_h * price + vom * mw }));

/** Ramps, least times and the state before the first hour, of which the tables know the output only. */
function readTimes(row: TableRow, report: ReportBuilder) {
  const ramp = row.amount('Ramp Rate MW/Min') * MINUTES;
  if (ramp === 0)
    report.change('warning', 'ramp', 'A ramp of zero is no limit', row.place('Ramp Rate MW/Min'));
  const min_uptime = wholeHours(row, 'Min Up Time Hr', report);
  const min_downtime = wholeHours(row, 'Min Down Time Hr', report);
  const isOn = (row.optionalNumber('MW Inj') ?? 0) > 0;
  report.change(
    'warning',
    'initial_status',
    'Before the first hour, units with an MW Inj have been on and others off for their least time',
    row.place('MW Inj'),
  );
  const limit = ramp > 0 ? ramp : null;
  return {
    ramp_up: limit,
    ramp_down: limit,
    min_uptime,
    min_downtime,
    initial_status: isOn ? Math.max(1, min_uptime) : -Math.max(1, min_downtime),
  };
}

function wholeHours(row: TableRow, column: string, report: ReportBuilder): number {
  const hours = row.optionalAmount(column);
  const whole = Math.ceil(hours);
  if (whole !== hours)
    report.change(
      'warning',
      'whole_hours',
      'Least times on and off are rounded up to whole hours',
      row.place(column),
    );
  return whole;
}

function readOutages(row: TableRow, report: ReportBuilder) {
  const rate = row.optionalAmount('FOR');
  if (rate >= 1) row.refuse('FOR', `Should be a share of time below 1, not ${rate}`);
  const repair = row.optionalAmount('MTTR Hr');
  if (row.optionalAmount('Scheduled Maint Weeks') > 0) {
    const words = 'Weeks of planned maintenance, as the tables have no dates';
    report.drop('warning', 'maintenance', words, row.place('Scheduled Maint Weeks'));
  }
  return {
    ...(rate > 0 && { forced_outage_rate: rate }),
    ...(repair > 0 && { mean_time_to_repair_h: repair }),
  };
}
