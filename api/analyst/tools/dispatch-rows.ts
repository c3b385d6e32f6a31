/** Outputs of generators, renewables and storage as records. */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { firstMost, round6, total } from '../explain/figures.ts';

type ElementKind = 'generator' | 'renewable' | 'storage';

/** With the name of the element under its kind: `generator`, `renewable` or `storage`. */
export interface DispatchRow extends Partial<Readonly<Record<ElementKind, string>>> {
  readonly bus: string;
  readonly hour: number;
  /** For a storage: discharge less charge. */
  readonly output_mw: number;
  /** Committed maximum, available renewable power or discharging power. */
  readonly maximum_mw: number;
}

interface DispatchSum extends Partial<Readonly<Record<ElementKind, string>>> {
  readonly bus: string;
  readonly hours: number;
  readonly energy_mwh: number;
  readonly min_output_mw: number;
  readonly min_hour: number;
  readonly max_output_mw: number;
  readonly max_hour: number;
  readonly mean_output_mw: number;
}

/** By element, then by hour. */
export function dispatchRows(payload: SolvePayload, result: SolveResult): DispatchRow[] {
  const hours = Array.from({ length: payload.horizon }, (_, hour) => hour);
  return [
    ...payload.generators.flatMap(({ name, bus, p_max, p_max_profile }) =>
      hours.map((hour) => ({
        generator: name,
        bus: `bus_${bus}`,
        hour,
        output_mw: amountAt(result.dispatch_mw[name], hour),
        maximum_mw: amountAt(result.commitment[name], hour) === 1 ? (p_max_profile?.[hour] ?? p_max) : 0,
      })),
    ),
    ...(payload.renewables ?? []).flatMap(({ name, bus, p_max }) =>
      hours.map((hour) => ({
        renewable: name,
        bus: `bus_${bus}`,
        hour,
        output_mw: amountAt(result.renewable_mw?.[name], hour),
        maximum_mw: amountAt(p_max, hour),
      })),
    ),
    ...(payload.storage ?? []).flatMap(({ name, bus, discharge_mw }) =>
      hours.map((hour) => ({
        storage: name,
        bus: `bus_${bus}`,
        hour,
        output_mw: round6(
          amountAt(result.storage?.[name]?.discharge_mw, hour) -
            amountAt(result.storage?.[name]?.charge_mw, hour),
        ),
        maximum_mw: discharge_mw,
      })),
    ),
  ];
}

export const elementOf = ({ generator, renewable, storage }: DispatchRow): string =>
  [
    generator && `generator ${generator}`,
    renewable && `renewable ${renewable}`,
    storage && `storage ${storage}`,
  ]
    .filter(Boolean)
    .join();

/** `perHour`: intervals in an hour. */
export function dispatchSums(rows: readonly DispatchRow[], perHour: number): DispatchSum[] {
  const byElement = new Map<string, DispatchRow[]>();
  for (const row of rows) {
    const own = byElement.get(elementOf(row));
    if (own) own.push(row);
    else byElement.set(elementOf(row), [row]);
  }
  return [...byElement.values()].flatMap((own) => {
    const highest = firstMost(own, ({ output_mw }) => output_mw);
    const lowest = firstMost(own, ({ output_mw }) => -output_mw);
    if (!highest || !lowest) return [];
    const { hour: _, output_mw, maximum_mw, ...element } = highest;
    const sum = total(own.map((row) => row.output_mw));
    return [
      {
        ...element,
        hours: own.length,
        energy_mwh: round6(sum / perHour),
        min_output_mw: lowest.output_mw,
        min_hour: lowest.hour,
        max_output_mw: output_mw,
        max_hour: highest.hour,
        mean_output_mw: round6(sum / own.length),
      },
    ];
  });
}
