/** Binding line limits, with their hours and prices. */
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { amountAt } from '../arithmetic/series.ts';
import type { BindingConstraint, SolveResult } from '../messages/result.ts';
import type { SolvePayload } from '../schema.ts';
import { type Explainer, hasSchedule } from './artifact.ts';
import { counted, mostTelling, round6, said, summarized, total } from './figures.ts';
import { horizonFacts } from './interval-words.ts';

const MAX_LIMITS = 200;
const MAX_RECORDS = 500;

export type BindingRow = ReturnType<typeof bindingRows>[number];

/**
 * Binding limits, one row per limit and hour, with the buses of the line. The price difference is the price at `to_bus`
 * minus the price at `from_bus`. The congestion rent is -(shadow price) x (flow from injections).
 */
export function bindingRows(payload: SolvePayload, { binding_constraints, lmp }: SolveResult) {
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

type Limit = Pick<BindingConstraint, 'line_id' | 'contingency_id'>;

/** Key of a limit, the same in all hours: the line, and the contingency after which the limit binds. */
export const limitKey = ({ line_id, contingency_id }: Limit): string =>
  JSON.stringify([line_id, contingency_id]);

export const shadowPrice = ({ shadow_price_usd_per_mwh }: BindingRow): number =>
  Math.abs(shadow_price_usd_per_mwh);

/**
 * One record per limit over all hours, sorted by rent, largest first. Its figures are from the hour with the largest
 * shadow price.
 */
export const bindingLimits = (rows: readonly BindingRow[]) =>
  summarized(rows, limitKey, shadowPrice, (group, _, peak) => ({
    line_id: peak.line_id,
    contingency_id: peak.contingency_id,
    from_bus: peak.from_bus,
    to_bus: peak.to_bus,
    hours_binding: new Set(group.map((row) => row.hour)).size,
    congestion_rent_usd: round6(total(group.map((row) => row.congestion_rent_usd))),
    hour: peak.hour,
    flow_mw: peak.flow_mw,
    limit_mw: peak.limit_mw,
    shadow_price_usd_per_mwh: peak.shadow_price_usd_per_mwh,
  })).sort((a, b) => b.congestion_rent_usd - a.congestion_rent_usd);

export const bindingConstraints: Explainer = (payload, result) => {
  if (!hasSchedule(result) || !result.flows_mw) return undefined;
  const rows = bindingRows(payload, result);
  const limits = bindingLimits(rows);
  const selection = mostTelling(rows, shadowPrice, MAX_RECORDS);
  const { horizon } = payload;
  const hours_binding = new Set(rows.map(({ hour }) => hour)).size;
  const rent = round6(total(limits.map(({ congestion_rent_usd }) => congestion_rent_usd)));
  const [first] = limits;
  const sentences = first
    ? [
        `${counted(limits.length, 'limit')} ${limits.length === 1 ? 'binds' : 'bind'} in ${hours_binding} of ${counted(horizon, 'hour')} and ${limits.length === 1 ? 'earns' : 'earn'} ${said(rent)} $ of congestion rent.`,
        `The largest rent is that of ${bindingName(first)} from ${first.from_bus} to ${first.to_bus}: ${said(first.congestion_rent_usd)} $ over ${counted(first.hours_binding, 'hour')}.`,
        `At hour ${first.hour} ${bindingName(first)} carries ${said(first.flow_mw)} MW at a limit of ${said(first.limit_mw)} MW.`,
        `At hour ${first.hour} the shadow price of ${bindingName(first)} is ${said(first.shadow_price_usd_per_mwh)} $/MWh.`,
      ]
    : [`No line limit binds in any of ${counted(horizon, 'hour')}.`];
  return {
    type: 'binding_constraints',
    title: 'Binding line limits',
    statement: sentences.join(' '),
    data: {
      ...horizonFacts(payload),
      limits_binding: limits.length,
      hours_binding,
      congestion_rent_usd: rent,
      limits: limits.slice(0, MAX_LIMITS),
      records: selection.records,
      omitted: selection.omitted + Math.max(0, limits.length - MAX_LIMITS),
    },
  };
};

type Named = Limit & { readonly is_interface?: true | undefined; readonly parts?: unknown };

/** A binding limit in words: `line L13`, `interface I`, or `line L13 after contingency "lose L12"`. */
export const bindingName = ({ line_id, contingency_id, is_interface, parts }: Named): string => {
  const name = `${is_interface || parts ? 'interface' : 'line'} ${line_id}`;
  return contingency_id === null ? name : `${name} after contingency "${contingency_id}"`;
};
