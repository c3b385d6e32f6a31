/** Sums over the windows of a run: figures by unit, line, product, area and month; verification; duration curves. */
import type { DayPart, PartCertificate, UnitFigures } from '../../temporal/case/messages/window-part.ts';
import { createTally } from '../../temporal/case/report/exact-sum.ts';
import type { StudyElements } from './study.ts';

/** Key of totals over all groups, and of elements without a group. */
export const ALL = '';
const OTHER = 'other';
const DAY_H = 24;

export type ReportSums = ReturnType<typeof createReportSums>;

export function createReportSums({ of, areaOf }: StudyElements) {
  const units = createTally();
  const lines = createTally();
  const reserves = createTally();
  /** Load by area. */
  const demand = createTally();
  /** Sums by month, and in total. */
  const periods = createTally();
  /** MWh of each month by type and by fuel. */
  const types = createTally();
  const fuels = createTally();
  /** Sums by unit in the current month; they are added to the totals when the month ends. */
  let open = { key: ALL, units: createTally() };
  const uplift = createUplift((unit, usd, month) => {
    units.add(unit, { uplift_usd: usd });
    periods.add(month ?? ALL, { uplift_usd: usd });
  });

  function add(day: DayPart): void {
    const month = day.date?.slice(0, 'YYYY-MM'.length);
    const key = month ?? ALL;
    if (key !== open.key) endMonth(key);
    periods.add(key, { hours: day.hours });
    periods.add(key, day.system);
    for (const [name, figures] of Object.entries(day.units)) open.units.add(name, figures);
    for (const [bus, figures] of Object.entries(day.buses)) {
      demand.add(areaOf(Number(bus)) ?? ALL, figures);
      periods.add(key, figures);
    }
    for (const [line, figures] of Object.entries(day.lines)) {
      lines.add(line, figures);
      const { congestion_rent_usd, overflow_mwh, energy_usd = 0 } = figures;
      periods.add(key, { congestion_rent_usd, overflow_mwh, energy_usd });
    }
    for (const [product, figures] of Object.entries(day.reserves)) {
      reserves.add(product, figures);
      periods.add(key, { reserve_shortage_mwh: figures.shortage_mwh });
    }
    uplift.add(day, month);
  }

  function endMonth(next: string): void {
    for (const name of open.units.keys()) {
      units.merge(name, open.units, name);
      periods.merge(open.key, open.units, name);
      if (open.key === ALL) continue;
      const { type, fuel } = of(name);
      const { generation_mwh } = open.units.get(name);
      types.add(open.key, { [type ?? OTHER]: generation_mwh });
      fuels.add(open.key, { [fuel ?? type ?? OTHER]: generation_mwh });
    }
    open = { key: next, units: createTally() };
  }

  function end(): void {
    endMonth(ALL);
    uplift.end();
    for (const month of periods.keys()) if (month !== ALL) periods.merge(ALL, periods, month);
  }
  return { add, end, units, lines, reserves, demand, periods, types, fuels };
}

/**
 * Collects uplift by day. A day may span several windows, so the part of its costs that revenues do not cover is known
 * only at its end.
 */
function createUplift(paid: (unit: string, usd: number, month: string | undefined) => void) {
  let open: { readonly key: string; readonly month: string | undefined } | undefined;
  let missing = new Map<string, number>();
  function end(): void {
    for (const [unit, usd] of missing) paid(unit, Math.max(0, usd), open?.month);
    missing = new Map();
  }
  function add({ date, first_hour, units }: DayPart, month: string | undefined): void {
    const key = date ?? String(Math.floor(first_hour / DAY_H));
    if (key !== open?.key) end();
    open = { key, month };
    for (const [unit, figures] of Object.entries(units))
      missing.set(unit, (missing.get(unit) ?? 0) + costOf(figures) - earnedBy(figures));
  }
  return { add, end };
}

export const costOf = (figures: CostFigures): number =>
  figures.energy_usd + figures.no_load_usd + figures.startup_usd + figures.shutdown_usd;

type CostFigures = Pick<UnitFigures, 'energy_usd' | 'no_load_usd' | 'startup_usd' | 'shutdown_usd'>;

const earnedBy = ({ revenue_usd, reserve_revenue_usd }: UnitFigures): number =>
  revenue_usd + reserve_revenue_usd;

export function createRunCertificate() {
  let windows = 0;
  let verified = true;
  let violation = 0;
  const gaps: Record<'mip_gap' | 'independent_gap', number | null> = { mip_gap: 0, independent_gap: 0 };
  return {
    add(certificate: PartCertificate): void {
      windows += 1;
      verified &&= certificate.verified;
      violation = Math.max(violation, certificate.violation);
      for (const name of ['mip_gap', 'independent_gap'] as const) {
        const [largest, gap] = [gaps[name], certificate[name]];
        gaps[name] = largest === null || gap === null ? null : Math.max(largest, gap);
      }
    },
    whole: () => ({
      windows,
      verified: verified && windows > 0,
      largest_violation: violation,
      largest_mip_gap: windows > 0 ? gaps.mip_gap : null,
      largest_independent_gap: windows > 0 ? gaps.independent_gap : null,
    }),
  };
}

const MOST_POINTS = 201;

interface DurationPoint {
  /** Share of hours with at least the value of the point, %. */
  readonly share: number;
  readonly value: number;
}

/** Points of a duration curve: the highest and the lowest value, and evenly spaced points in between. */
export function durationCurve(values: readonly number[]): DurationPoint[] {
  const falling = Float64Array.from(values).sort().reverse();
  const count = Math.min(MOST_POINTS, falling.length);
  return Array.from({ length: count }, (_, k) => {
    const at = count === 1 ? 0 : Math.round((k * (falling.length - 1)) / (count - 1));
    return { share: (100 * (at + 1)) / falling.length, value: falling[at] ?? 0 };
  });
}
