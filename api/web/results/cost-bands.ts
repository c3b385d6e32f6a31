/** Units by what their energy costs, for cases that name no fuels (pure). */
import { plain } from '../parts/format.ts';
import type { Unit } from './pack.ts';

export interface Group {
  readonly name: string;
  readonly color: string;
}

/** From cheap to dear; as many bands at most. */
const COLORS = ['#274d7d', '#3f86b0', '#7fb6a8', '#d9b65c', '#b9653b'];

type Priced = Pick<Unit, 'name' | 'p_max' | 'marginal_cost' | 'cost_curve'>;

/** $/MWh between the ends of its curve. */
function energyCost({ marginal_cost, cost_curve }: Priced): number {
  const [first, last] = [cost_curve?.[0], cost_curve?.at(-1)];
  if (!first || !last) return marginal_cost;
  const mw = last.mw - first.mw;
  return mw > 0 ? (last.usd_per_h - first.usd_per_h) / mw : last.usd_per_h / (last.mw || 1);
}

/** Tenths tell only cheap units apart. */
const short = (usd: number): string =>
  plain(Math.abs(usd) < 10 ? Math.round(10 * usd) / 10 : Math.round(usd));

/** Unit -> its band. Bands have about the same capacity, the cheapest first; units of one cost are in one band. */
export function costBands(units: readonly Priced[]): ReadonlyMap<string, Group> {
  const priced = units.map((unit) => ({ ...unit, usd: energyCost(unit) })).sort((a, b) => a.usd - b.usd);
  const capacity = priced.reduce((total, { p_max }) => total + p_max, 0) || 1;
  const bands: (typeof priced)[] = COLORS.map(() => []);
  let [below, at] = [0, 0];
  for (const [i, unit] of priced.entries()) {
    if (short(unit.usd) !== short(priced[i - 1]?.usd ?? Number.NaN))
      at = Math.min(COLORS.length - 1, Math.floor((COLORS.length * below) / capacity));
    bands[at]?.push(unit);
    below += unit.p_max;
  }
  return new Map(
    bands.flatMap((band, i) => {
      const [from, to] = [short(band[0]?.usd ?? 0), short(band.at(-1)?.usd ?? 0)];
      const group = { name: `$${from === to ? from : `${from}–${to}`}/MWh`, color: COLORS[i] ?? '' };
      return band.map(({ name }) => [name, group] as const);
    }),
  );
}
