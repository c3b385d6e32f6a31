/** The limits that bind, each with the buses its line joins and what it earns. */
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { BindingConstraint, SolveResult } from '../../../temporal/case/messages/result.ts';
import { firstMost, round6, total } from './figures.ts';

/** A limit at one hour. */
export interface BindingRow extends BindingConstraint {
  readonly from_bus: string;
  readonly to_bus: string;
  /** Price at `to_bus` less price at `from_bus`. */
  readonly price_difference_usd_per_mwh: number;
  /** -shadow price x flow that injections make: what is paid for the use of the limit. */
  readonly congestion_rent_usd: number;
}

/** A limit over all hours. */
interface BindingLimit {
  readonly line_id: string;
  readonly contingency_id: string | null;
  readonly from_bus: string;
  readonly to_bus: string;
  readonly hours_binding: number;
  readonly congestion_rent_usd: number;
  /** The hour of its largest shadow price; the figures below are of that hour. */
  readonly hour: number;
  readonly flow_mw: number;
  readonly limit_mw: number;
  readonly shadow_price_usd_per_mwh: number;
}

export function bindingRows(payload: SolvePayload, { binding_constraints, lmp }: SolveResult): BindingRow[] {
  const { transmission_lines: lines = [] } = payload;
  const perHour = intervalsPerHour(payload);
  const ends = new Map(lines.map(({ id, from_bus, to_bus }) => [id, [`bus_${from_bus}`, `bus_${to_bus}`]]));
  return binding_constraints.map((binding) => {
    const [from_bus = '', to_bus = ''] = ends.get(binding.line_id) ?? [];
    const { hour, flow_mw, shift_flow_mw = 0, shadow_price_usd_per_mwh: price } = binding;
    return {
      ...binding,
      from_bus,
      to_bus,
      price_difference_usd_per_mwh: round6(amountAt(lmp[to_bus], hour) - amountAt(lmp[from_bus], hour)),
      congestion_rent_usd: round6((-price * (flow_mw - shift_flow_mw)) / perHour),
    };
  });
}

/** Largest rent first. */
export function bindingLimits(rows: readonly BindingRow[]): BindingLimit[] {
  const byLimit = new Map<string, BindingRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.line_id, row.contingency_id]);
    const known = byLimit.get(key);
    if (known) known.push(row);
    else byLimit.set(key, [row]);
  }
  return [...byLimit.values()].flatMap(toLimit).sort((a, b) => b.congestion_rent_usd - a.congestion_rent_usd);
}

function toLimit(rows: readonly BindingRow[]): BindingLimit[] {
  const peak = firstMost(rows, ({ shadow_price_usd_per_mwh }) => Math.abs(shadow_price_usd_per_mwh));
  if (!peak) return [];
  const { line_id, contingency_id, from_bus, to_bus, hour, flow_mw, limit_mw, shadow_price_usd_per_mwh } =
    peak;
  const congestion_rent_usd = round6(total(rows.map((row) => row.congestion_rent_usd)));
  const hours_binding = new Set(rows.map((row) => row.hour)).size;
  const limit = { line_id, contingency_id, from_bus, to_bus, hours_binding, congestion_rent_usd };
  return [{ ...limit, hour, flow_mw, limit_mw, shadow_price_usd_per_mwh }];
}
