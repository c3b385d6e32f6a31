/** Heat rates of gen.csv -> a convex curve of fuel by output, and the fuel of starts by hours off. */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import { convexHull } from '../base/cost-curve.ts';
import type { ReportBuilder } from '../base/report.ts';
import type { TableRow } from '../tables/table-row.ts';

type Unit = NetworkBody['generators'][number];
export type HeatCurve = NonNullable<Unit['heat_rate_curve']>;
type StartupFuel = NonNullable<Unit['startup_fuel']>;

/** A heat rate in Btu/kWh is so many MMBtu/MWh. */
const MMBTU_PER_MWH = 1 / 1000;
/** Shares of PMax are rounded: a point this near, in relation to PMax, is at the minimum. */
const SNAP = 1e-4;
const MAX_POINTS = 50;

/** Average heat rate up to the first point, incremental ones between the others; shape [points]. */
export function readHeatCurve(row: TableRow, pMin: number, pMax: number, report: ReportBuilder): HeatCurve {
  const first = pointAt(row, 0, pMin, pMax);
  const curve: HeatCurve = [{ mw: first, mmbtu_per_h: row.amount('HR_avg_0') * first * MMBTU_PER_MWH }];
  for (let k = 1; k < MAX_POINTS && row.optionalText(`Output_pct_${k}`) !== undefined; k++) {
    const [mw, last] = [pointAt(row, k, pMin, pMax), curve.at(-1)];
    if (!last || mw <= last.mw) row.refuse(`Output_pct_${k}`, `Should be more than Output_pct_${k - 1}`);
    const heat = row.amount(`HR_incr_${k}`) * (mw - last.mw) * MMBTU_PER_MWH;
    curve.push({ mw, mmbtu_per_h: last.mmbtu_per_h + heat });
  }
  return toConvex(row, curve, report);
}

function pointAt(row: TableRow, k: number, pMin: number, pMax: number): number {
  const column = `Output_pct_${k}`;
  const mw = row.amount(column) * pMax;
  for (const end of [pMin, pMax]) if (Math.abs(mw - end) <= SNAP * pMax) return end;
  return mw >= pMin && mw <= pMax
    ? mw
    : row.refuse(column, `Is ${mw} MW, which is not between PMin MW ${pMin} and PMax MW ${pMax}`);
}

/** In heat rates as the table has them, so that the slack of the hull is as good as none. */
function toConvex(row: TableRow, curve: HeatCurve, report: ReportBuilder): HeatCurve {
  const scaled = curve.map(({ mw, mmbtu_per_h }) => ({ mw, usd_per_h: mmbtu_per_h / MMBTU_PER_MWH }));
  const hull = convexHull(scaled);
  if (hull.length < curve.length) {
    const words = `${row.text('GEN UID')}: heat rates that fall are merged into a convex curve`;
    report.change('warning', 'convex_hull', words, row.place('HR_incr_1'));
  }
  return hull.map(({ mw, usd_per_h }) => ({ mw, mmbtu_per_h: usd_per_h * MMBTU_PER_MWH }));
}

/**
 * Hot, warm and cold: a state is reached after its time off. Where two are reached at once, only the colder occurs; the
 * hottest holds from the first hour off.
 */
export function readStartupFuel(row: TableRow, report: ReportBuilder): StartupFuel {
  const usd = row.optionalAmount('Non Fuel Start Cost $');
  const states = ['Hot', 'Warm', 'Cold']
    .filter((state) => row.optionalText(`Start Heat ${state} MBTU`) !== undefined)
    .map((state) => ({
      lag_h: row.optionalAmount(`Start Time ${state} Hr`),
      mmbtu: row.amount(`Start Heat ${state} MBTU`),
      usd,
    }));
  const reached = states.filter(({ lag_h }, k) =>
    states.slice(k + 1).every((colder) => lag_h < colder.lag_h),
  );
  const distinct = reached.filter(({ mmbtu }, k) => k === 0 || mmbtu !== reached[k - 1]?.mmbtu);
  return rising(row, distinct, report).map((state, k) => (k === 0 ? { ...state, lag_h: 0 } : state));
}

/** From the coldest state down, none takes more than the next. */
function rising(row: TableRow, states: StartupFuel, report: ReportBuilder): StartupFuel {
  const lowered = states.map((state, k) => ({
    ...state,
    mmbtu: Math.min(...states.slice(k).map(({ mmbtu }) => mmbtu)),
  }));
  if (lowered.some(({ mmbtu }, k) => mmbtu !== states[k]?.mmbtu)) {
    const words = `${row.text('GEN UID')}: a start may not take less after a longer stop`;
    report.change('warning', 'startup_fuel', words, row.place('Start Heat Cold MBTU'));
  }
  return lowered;
}
