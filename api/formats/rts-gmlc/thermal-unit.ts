/** Reads a row of gen.csv for a unit with fuel as a generator of a network. */
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { outputLimit } from '../base/conventions.ts';
import { convexHull, secant } from '../base/cost-curve.ts';
import type { Unit } from '../base/network-parts.ts';
import type { TableRow } from '../tables/table-row.ts';
import type { SeriesBook } from './series-book.ts';

export type Fuel = NonNullable<NetworkBody['fuels']>[number] & { readonly price_usd_per_mmbtu: number };
type HeatCurve = NonNullable<Unit['heat_rate_curve']>;
type StartupFuel = NonNullable<Unit['startup_fuel']>;

const MINUTES = 60;
/** Factor from Btu/kWh to MMBtu/MWh. */
const MMBTU_PER_MWH = 1 / 1000;
/**
 * Tolerance, relative to PMax, within which an output counts as the minimum output: shares of PMax in the table are
 * rounded.
 */
const SNAP = 1e-4;
const MAX_POINTS = 50;

/** Reads a thermal unit. Throws `ImportError` with file, line and column. */
export function readThermalUnit(
  row: TableRow,
  { name, bus }: Pick<Unit, 'name' | 'bus'>,
  fuel: Fuel,
  series: SeriesBook,
  most: () => number,
): Unit {
  const p_max = outputLimit(row.rating('PMax MW'), most, row.at('PMax MW'));
  const p_min = row.number('PMin MW');
  if (p_min > p_max) row.refuse('PMin MW', `Should be at most PMax MW ${p_max}, not ${p_min}`);
  const heat_rate_curve = readHeatCurve(row, p_min, p_max);
  const startup_fuel = readStartupFuel(row);
  const vom = row.number('VOM', 0);
  const coldest = startup_fuel.at(-1);
  const shutdown = row.amount('Non Fuel Shutdown Cost $', 0);
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
    ...readTimes(row),
    fuel: fuel.name,
    heat_rate_curve,
    ...(vom !== 0 && { variable_om_usd_per_mwh: vom }),
    ...(startup_fuel.length > 0 && { startup_fuel }),
    ...(available && { p_max_profile: [...available] }),
    ...readOutages(row),
  };
}

const toCosts = (curve: HeatCurve, { price_usd_per_mmbtu: price }: Fuel, vom: number) =>
  curve.map(({ mw, mmbtu_per_h }) => ({ mw, usd_per_h: mmbtu_per_h * price + vom * mw }));

/**
 * Heat-rate curve: the average rate up to the first point, incremental rates between the other points; shape [points].
 */
function readHeatCurve(row: TableRow, pMin: number, pMax: number): HeatCurve {
  const first = pointAt(row, 0, pMin, pMax);
  const burnt = row.amount('HR_avg_0') * first * MMBTU_PER_MWH;
  if (burnt < 0)
    row.refuse('HR_avg_0', `Should be 0, as the first output is ${first} MW, at which no fuel is made`);
  const curve: HeatCurve = [{ mw: first, mmbtu_per_h: Math.abs(burnt) }];
  for (let k = 1; k < MAX_POINTS && row.optionalText(`Output_pct_${k}`) !== undefined; k++) {
    const [mw, last] = [pointAt(row, k, pMin, pMax), curve.at(-1)];
    if (!last || mw <= last.mw) row.refuse(`Output_pct_${k}`, `Should be more than Output_pct_${k - 1}`);
    const heat = row.amount(`HR_incr_${k}`) * (mw - last.mw) * MMBTU_PER_MWH;
    curve.push({ mw, mmbtu_per_h: last.mmbtu_per_h + heat });
  }
  return toConvex(row, curve);
}

function pointAt(row: TableRow, k: number, pMin: number, pMax: number): number {
  const column = `Output_pct_${k}`;
  const mw = row.number(column) * pMax;
  for (const end of [pMin, pMax]) if (Math.abs(mw - end) <= SNAP * pMax) return end;
  return mw >= pMin && mw <= pMax
    ? mw
    : row.refuse(column, `Is ${mw} MW, which is not between PMin MW ${pMin} and PMax MW ${pMax}`);
}

/** Convex hull of the curve. It is computed in the units of the table, in which the hull's tolerance is negligible. */
function toConvex(row: TableRow, curve: HeatCurve): HeatCurve {
  const scaled = curve.map(({ mw, mmbtu_per_h }) => ({ mw, usd_per_h: mmbtu_per_h / MMBTU_PER_MWH }));
  const hull = convexHull(scaled);
  if (hull.length < curve.length) {
    const words = `${row.text('GEN UID')}: heat rates that fall are merged into a convex curve`;
    row.change('warning', 'convex_hull', words, 'HR_incr_1');
  }
  return hull.map(({ mw, usd_per_h }) => ({ mw, mmbtu_per_h: usd_per_h * MMBTU_PER_MWH }));
}

/**
 * Reads hot, warm and cold states. A state applies to a start after at least its number of hours off; the hottest state
 * applies to shorter times as well. Of two states with the same number of hours, only the colder is used.
 */
function readStartupFuel(row: TableRow): StartupFuel {
  const usd = row.amount('Non Fuel Start Cost $', 0);
  const states = ['Hot', 'Warm', 'Cold']
    .filter((state) => row.optionalText(`Start Heat ${state} MBTU`) !== undefined)
    .map((state) => ({
      lag_h: row.amount(`Start Time ${state} Hr`, 0),
      mmbtu: row.amount(`Start Heat ${state} MBTU`),
      usd,
    }));
  const reached = states.filter(({ lag_h }, k) =>
    states.slice(k + 1).every((colder) => lag_h < colder.lag_h),
  );
  const distinct = reached.filter(({ mmbtu }, k) => k === 0 || mmbtu !== reached[k - 1]?.mmbtu);
  return rising(row, distinct).map((state, k) => (k === 0 ? { ...state, lag_h: 0 } : state));
}

/** Lowers the startup fuel, from the coldest state down, so that no start uses more fuel than a colder one. */
function rising(row: TableRow, states: StartupFuel): StartupFuel {
  const lowered = states.map((state, k) => ({
    ...state,
    mmbtu: Math.min(...states.slice(k).map(({ mmbtu }) => mmbtu)),
  }));
  if (lowered.some(({ mmbtu }, k) => mmbtu !== states[k]?.mmbtu)) {
    const words = `${row.text('GEN UID')}: a start may not take less after a longer stop`;
    row.change('warning', 'startup_fuel', words, 'Start Heat Cold MBTU');
  }
  return lowered;
}

/** Reads ramps, minimum up and down times, and the initial state, for which the tables state only the output. */
function readTimes(row: TableRow) {
  const ramp = row.amount('Ramp Rate MW/Min') * MINUTES;
  if (ramp === 0) row.change('warning', 'ramp', 'A ramp of zero is unlimited', 'Ramp Rate MW/Min');
  const min_uptime = wholeHours(row, 'Min Up Time Hr');
  const min_downtime = wholeHours(row, 'Min Down Time Hr');
  const isOn = row.number('MW Inj', 0) > 0;
  row.change(
    'warning',
    'initial_status',
    'Before the first hour, units with an MW Inj have been on and others off for their least time',
    'MW Inj',
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

function wholeHours(row: TableRow, column: string): number {
  const hours = row.amount(column, 0);
  const whole = Math.ceil(hours);
  if (whole !== hours)
    row.change('warning', 'whole_hours', 'Minimum up and down times are rounded up to whole hours', column);
  return whole;
}

function readOutages(row: TableRow) {
  const rate = row.amount('FOR', 0);
  if (rate >= 1) row.refuse('FOR', `Should be a share of time below 1, not ${rate}`);
  const repair = row.amount('MTTR Hr', 0);
  if (row.amount('Scheduled Maint Weeks', 0) > 0) {
    const words = 'Weeks of planned maintenance, as the tables have no dates';
    row.drop('warning', 'maintenance', words, 'Scheduled Maint Weeks');
  }
  return {
    ...(rate > 0 && { forced_outage_rate: rate }),
    ...(repair > 0 && { mean_time_to_repair_h: repair }),
  };
}
