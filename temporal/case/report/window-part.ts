/** Computes the report figures of the kept hours of a solved window, day by day. */
import { amountAt } from '../arithmetic/series.ts';
import type { Certificate } from '../messages/certificate.ts';
import type { SolveResult } from '../messages/result.ts';
import type { BusFigures, DayPart, PartCertificate, WindowPart } from '../messages/window-part.ts';
import type { SolvePayload } from '../schema.ts';
import { exactSum } from './exact-sum.ts';
import {
  busFigures,
  demandEarnings,
  interfaceRents,
  lineFigures,
  reserveFigures,
  systemFigures,
} from './market-figures.ts';
import type { Calendar, StudyFacts } from './study-facts.ts';
import { type ByName, type Hourly, unitFigures } from './unit-figures.ts';

/** Kept hours of a window, as hours of the run. */
interface KeptHours {
  readonly start_hour: number;
  readonly kept_hours: number;
}

const DAY_H = 24;

export function windowPart(
  payload: SolvePayload,
  result: SolveResult,
  { start_hour, kept_hours }: KeptHours,
  { calendar, fuels }: StudyFacts,
): WindowPart {
  const units = new Map(unitFigures(payload, result, kept_hours, fuels));
  const buses = busFigures(payload, result, kept_hours);
  const lines = lineFigures(payload, result, kept_hours);
  const reserves = reserveFigures(payload, result, kept_hours);
  const system = systemFigures(payload, result, kept_hours);
  const paid = totalOf([...buses.values()].map((bus) => bus.load_payment_usd));
  const earned = totalOf([
    ...[...units.values()].map((unit) => unit.revenue_usd),
    ...[...lines.values()].map((line) => line.congestion_rent_usd),
    system.loss_rent_usd,
    ...demandEarnings(payload, result, kept_hours),
    interfaceRents(payload, result, kept_hours, rentsOf(payload, lines, kept_hours)),
  ]);
  return {
    days: daysOf({ start_hour, kept_hours }, calendar).map(
      (range): DayPart => ({
        date: calendar?.date(start_hour + range.from) ?? null,
        first_hour: start_hour + range.from,
        hours: range.to - range.from,
        units: summed(units, range),
        lines: unlessZero(summed(lines, range)),
        reserves: summed(reserves, range),
        buses: summed(buses, range),
        system: sums(system, range),
      }),
    ),
    ...(result.certificate && { certificate: partCertificate(result.certificate) }),
    ...loadAndPrice(buses, result, kept_hours),
    settlement_residual_usd: paid - earned,
  };
}

/** Rents of the AC lines by hour, $. */
const rentsOf = (
  { transmission_lines = [] }: SolvePayload,
  figures: ReturnType<typeof lineFigures>,
  hours: number,
): number[] =>
  Array.from({ length: hours }, (_, t) =>
    transmission_lines.reduce((usd, { id }) => usd + (figures.get(id)?.congestion_rent_usd[t] ?? 0), 0),
  );

const totalOf = (series: readonly (readonly number[])[]): number => exactSum(series.map(exactSum));

/** Range of positions in the window. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The days of the kept hours, in local time; without dates, days are counted from the start of the run. */
function daysOf({ start_hour, kept_hours }: KeptHours, calendar: Calendar | undefined): Range[] {
  const dayOf = (t: number): string =>
    calendar?.date(start_hour + t) ?? String(Math.floor((start_hour + t) / DAY_H));
  const hours = Array.from({ length: kept_hours }, (_, t) => t);
  const starts = hours.filter((t) => t === 0 || dayOf(t) !== dayOf(t - 1));
  return starts.map((from, k) => ({ from, to: starts[k + 1] ?? kept_hours }));
}

/** Sums of the figures of an element; absent figures stay absent. */
function sums<F extends object>(figures: Hourly<F>, { from, to }: Range): F {
  const series: [string, readonly number[]][] = Object.entries(figures);
  return Object.fromEntries(series.map(([name, of]) => [name, exactSum(of.slice(from, to))])) as F;
}

const summed = <F extends object>(items: ByName<F>, range: Range): Record<string, F> =>
  Object.fromEntries([...items].map(([name, figures]) => [name, sums(figures, range)]));

/** Removes elements whose figures are all zero: most lines never bind. */
const unlessZero = <F extends object>(items: Record<string, F>): Record<string, F> =>
  Object.fromEntries(
    Object.entries(items).filter(([, figures]) => Object.values(figures).some((sum) => sum !== 0)),
  );

export function loadAndPrice(buses: ByName<BusFigures>, { lmp }: Pick<SolveResult, 'lmp'>, hours: number) {
  const all = [...buses];
  const load_mw = Array.from({ length: hours }, (_, t) =>
    exactSum(all.map(([, of]) => amountAt(of.load_mwh, t))),
  );
  const average_lmp_usd_per_mwh = load_mw.map((mw, t) => {
    if (mw <= 0 || !all.some(([bus]) => lmp[`bus_${bus}`]?.[t] !== undefined)) return null;
    return exactSum(all.map(([bus, of]) => amountAt(of.load_mwh, t) * amountAt(lmp[`bus_${bus}`], t))) / mw;
  });
  return { load_mw, average_lmp_usd_per_mwh };
}

const partCertificate = ({
  verified,
  checks,
  mip_gap,
  independent_gap = null,
}: Certificate): PartCertificate => ({
  verified,
  violation: Math.max(0, ...checks.map(({ max_violation, tolerance }) => max_violation / tolerance)),
  mip_gap,
  independent_gap,
});
