/** Value of increasing each limit of a schedule by 1 MW, from prices and shadow prices over all hours (pure). */
import type { BindingConstraint } from '../messages/result.ts';
import type { Generator } from '../schema.ts';
import { withEmissionCosts } from './emissions.ts';
import { availableAt } from './output-limits.ts';
import { amountAt, valueAt } from './series.ts';
import { costChords } from './unit-cost.ts';

type Rows = Readonly<Record<string, ArrayLike<number>>>;

interface Limits {
  readonly generators: readonly Generator[];
  readonly emission_price_usd_per_t?: number | undefined;
  readonly storage?: readonly StorageLimit[] | undefined;
}

interface StorageLimit {
  readonly name: string;
  readonly bus: number;
  readonly discharge_mw: number | readonly number[];
}

interface Priced {
  readonly binding_constraints: readonly BindingConstraint[];
  readonly reserve_price_usd_per_mw?: Rows | undefined;
  readonly commitment: Rows;
  readonly dispatch_mw: Rows;
  readonly discharge_mw?: Rows | undefined;
  readonly lmp: Rows;
}

export interface Worth {
  readonly kind: 'line' | 'reserve' | 'unit' | 'storage';
  readonly name: string;
  /** Value of 1 MW over all hours, $. */
  readonly usd: number;
  /** Hours in which the additional MW has a value, ascending. */
  readonly hours: readonly number[];
}

/** Least values that count: MW, and $ per MW. Smaller values are rounding. */
const LEAST_MW = 1e-3;
const LEAST_USD = 0.005;

/**
 * Limits, sorted by the value of 1 MW more, largest first: rating of a line, requirement of a reserve (1 MW less), Pmax
 * of a unit, discharge of a storage. Prices are valid for small changes only; a what-if gives the exact value. The
 * value for a unit is the price minus the cost of its most expensive MWh; for a storage, the price minus the lowest
 * price at which it discharges.
 */
export function worthOfLimits(limits: Limits, schedule: Priced, hoursPerInterval: number): Worth[] {
  const worths = new Map<string, Worth & { usd: number; readonly hours: number[] }>();
  const parts = [
    ...lines(schedule),
    ...reserves(schedule),
    ...units(limits, schedule),
    ...stores(limits, schedule),
  ];
  for (const [kind, name, hour, usd] of parts) {
    if (usd < LEAST_USD) continue;
    const key = `${kind} ${name}`;
    const worth = worths.get(key) ?? { kind, name, usd: 0, hours: [] };
    worths.set(key, worth);
    worth.usd += usd * hoursPerInterval;
    if (!worth.hours.includes(hour)) worth.hours.push(hour);
  }
  for (const { hours } of worths.values()) hours.sort((a, b) => a - b);
  return [...worths.values()].sort((a, b) => b.usd - a.usd);
}

type Part = readonly [kind: Worth['kind'], name: string, hour: number, usdPerMwh: number];

const lines = ({ binding_constraints }: Priced): Part[] =>
  binding_constraints.map((row) => ['line', row.line_id, row.hour, Math.abs(row.shadow_price_usd_per_mwh)]);

const reserves = ({ reserve_price_usd_per_mw: prices = {} }: Priced): Part[] =>
  Object.entries(prices).flatMap(([name, row]) =>
    Array.from(row, (usd, t): Part => ['reserve', name, t, usd]),
  );

function* units(limits: Limits, { dispatch_mw, commitment, lmp }: Priced): Iterable<Part> {
  const { generators } = withEmissionCosts({ ...limits, generators: [...limits.generators] });
  for (const unit of generators) {
    for (const [t, mw] of Array.from(dispatch_mw[unit.name] ?? []).entries()) {
      const most = availableAt(unit, t);
      if (amountAt(commitment[unit.name], t) !== 1 || mw < most - LEAST_MW) continue;
      const chords = costChords(unit, t);
      const slope = (chords.findLast(({ from }) => from < mw) ?? chords[0])?.slope ?? 0;
      yield ['unit', unit.name, t, amountAt(lmp[`bus_${unit.bus}`], t) - slope];
    }
  }
}

function* stores({ storage = [] }: Limits, { discharge_mw = {}, lmp }: Priced): Iterable<Part> {
  for (const { name, bus, discharge_mw: most } of storage) {
    const priceAt = (t: number): number => amountAt(lmp[`bus_${bus}`], t);
    const hours = [...Array.from(discharge_mw[name] ?? []).entries()].filter(([, mw]) => mw > LEAST_MW);
    const least = Math.min(...hours.map(([t]) => priceAt(t)));
    for (const [t, mw] of hours)
      if (mw > (valueAt(most, t) ?? Infinity) - LEAST_MW) yield ['storage', name, t, priceAt(t) - least];
  }
}
