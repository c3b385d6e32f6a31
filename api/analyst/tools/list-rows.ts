/** Tools that list a schedule by element and hour: prices, outputs, and binding line limits. */

import { object } from 'yup';
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { availableAt } from '../../../temporal/case/arithmetic/output-limits.ts';
import { amountAt, valueAt } from '../../../temporal/case/arithmetic/series.ts';
import {
  type BindingRow,
  bindingLimits,
  bindingName,
  bindingRows,
  shadowPrice,
} from '../../../temporal/case/explain/binding-constraints.ts';
import {
  counted,
  firstMost,
  mostTelling,
  round6,
  said,
  summarized,
  total,
} from '../../../temporal/case/explain/figures.ts';
import { horizonFacts } from '../../../temporal/case/explain/interval-words.ts';
import { limitsOf } from '../../../temporal/case/explain/limit-shares.ts';
import { toRecords } from '../../../temporal/case/explain/marginal-units.ts';
import { explainPrice, type PricePart } from '../../../temporal/case/explain/price-explanation.ts';
import { partName, reasons, SAID } from '../../../temporal/case/explain/price-words.ts';
import {
  type PriceRow,
  priceOf,
  priceRows,
  priceSentence,
  pricesByBus,
} from '../../../temporal/case/explain/prices.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import {
  aboutOf,
  busField,
  generatorField,
  hourField,
  knownBus,
  knownHour,
  knownName,
  scheduleOf,
  solveFields,
} from './find-solve.ts';
import { defineTool } from './tool.ts';

const MOST_RECORDS = 150;
const MOST_SUMS = 100;

/**
 * Limits the number of rows: all rows if there are few, else the most significant ones, with one sum per element over
 * all rows.
 */
function limited<Row, Sum>(
  all: readonly Row[],
  weight: (row: Row) => number,
  summed: (rows: readonly Row[]) => readonly Sum[],
  weightOfSum: (sum: Sum) => number,
) {
  if (all.length <= MOST_RECORDS) return { records: [...all], sums: [], omitted: 0 };
  const { records: sums } = mostTelling(summed(all), weightOfSum, MOST_SUMS);
  return { sums, ...mostTelling(all, weight, MOST_RECORDS - sums.length) };
}

export const getLmp = defineTool({
  name: 'get_lmp',
  description:
    'Locational marginal prices, $/MWh, by bus and hour, each as energy + congestion + loss. With bus and hour, also what sets that price; without, a summary per bus and the highest prices.',
  parameters: object({ ...solveFields(), bus: busField(), hour: hourField() }).exact(),
  run: async (args, context) => {
    const solve = await scheduleOf(args, context);
    const { payload, result } = solve;
    const bus = knownBus(args.bus, Object.keys(result.lmp));
    const hour = knownHour(args.hour, payload.horizon);
    const rows = priceRows(result).filter(
      (row) => (bus ?? row.bus) === row.bus && (hour ?? row.hour) === row.hour,
    );
    const shown = limited(rows, priceOf, pricesByBus, ({ max_price_usd_per_mwh }) => max_price_usd_per_mwh);
    const one =
      bus === undefined || hour === undefined
        ? undefined
        : explainPrice(payload, result, bus, hour, limitsOf(payload, result, bus, hour));
    return {
      statement: [...priceSentences(rows, shown.omitted), ...(one ? reasons(one, SAID) : [])].join(' '),
      data: {
        ...aboutOf(solve),
        ...shown,
        ...(one && { setters: toRecords(one.group), parts: one.parts.map(withName), limits: one.limits }),
      },
    };
  },
});

/** A part of a price, with its name as used in sentences. */
const withName = (part: PricePart) => ({ what: partName(part, SAID), ...part });

function priceSentences(rows: readonly PriceRow[], omitted: number): string[] {
  const highest = firstMost(rows, priceOf);
  const lowest = firstMost(rows, (row) => -priceOf(row));
  if (!highest || !lowest) return ['There are no prices.'];
  if (rows.length === 1) return [priceSentence(highest)];
  return [
    `The highest price is at ${highest.bus} at hour ${highest.hour}.`,
    priceSentence(highest),
    ...(omitted > 0
      ? [`${counted(omitted, 'record')} of lower prices are left out; the sums are over all.`]
      : [`The lowest price is ${said(priceOf(lowest))} $/MWh at ${lowest.bus} at hour ${lowest.hour}.`]),
  ];
}

export const getBindingConstraints = defineTool({
  name: 'get_binding_constraints',
  description:
    'Line limits that bind, in the base case (contingency_id null) or after a contingency, with flow, limit and shadow price by hour.',
  parameters: object({ ...solveFields(), hour: hourField() }).exact(),
  run: async (args, context) => {
    const solve = await scheduleOf(args, context);
    const { payload, result } = solve;
    const hour = knownHour(args.hour, payload.horizon);
    const rows = bindingRows(payload, result).filter((row) => (hour ?? row.hour) === row.hour);
    const rent = ({ congestion_rent_usd }: { readonly congestion_rent_usd: number }) => congestion_rent_usd;
    return {
      statement: bindingSentences(rows, hour, payload.horizon).join(' '),
      data: {
        ...aboutOf(solve),
        limits_binding: rows.length,
        ...horizonFacts(payload),
        ...(hour !== undefined && { hour }),
        ...limited(rows, shadowPrice, bindingLimits, rent),
      },
    };
  },
});

function bindingSentences(rows: readonly BindingRow[], hour: number | undefined, horizon: number): string[] {
  const first = firstMost(rows, shadowPrice);
  const when = hour === undefined ? `in any of ${counted(horizon, 'hour')}` : `at hour ${hour}`;
  if (!first) return [`No line limit binds ${when}.`];
  return [
    `Over all selected hours, limits bind ${counted(rows.length, 'time')}.`,
    `The largest shadow price is that of ${bindingName(first)} at hour ${first.hour}: ${said(first.shadow_price_usd_per_mwh)} $/MWh.`,
    `At hour ${first.hour} ${bindingName(first)} from ${first.from_bus} to ${first.to_bus} carries ${said(first.flow_mw)} MW at a limit of ${said(first.limit_mw)} MW.`,
  ];
}

export const getDispatch = defineTool({
  name: 'get_dispatch',
  description:
    'Outputs in MW of generators, renewables and storage by hour. Without generator and hour, a summary per element and the largest outputs.',
  parameters: object({ ...solveFields(), generator: generatorField(), hour: hourField() }).exact(),
  run: async (args, context) => {
    const solve = await scheduleOf(args, context);
    const { payload, result } = solve;
    const perHour = intervalsPerHour(payload);
    const hour = knownHour(args.hour, payload.horizon);
    const all = dispatchRows(payload, result);
    const name = args.generator && knownName('generator', args.generator, [...new Set(all.map(nameOf))]);
    const rows = all.filter(
      (row) => (name === undefined || nameOf(row) === name) && (hour ?? row.hour) === row.hour,
    );
    const energyOf = (group: readonly DispatchRow[]) => round6(total(group.map(outputOf)) / perHour);
    const shown = limited(
      rows,
      outputOf,
      (group) => dispatchSums(group, energyOf),
      ({ energy_mwh }) => energy_mwh,
    );
    const energy_mwh = energyOf(rows);
    return {
      statement: dispatchSentences(rows, energy_mwh, shown.omitted).join(' '),
      data: { ...aboutOf(solve), energy_mwh, ...shown },
    };
  },
});

const ELEMENTS = ['generator', 'renewable', 'storage'] as const;
type Named = Partial<Readonly<Record<(typeof ELEMENTS)[number], string>>>;

/** Output of an element in one hour; the field for its kind holds its name. */
interface DispatchRow extends Named {
  readonly bus: string;
  readonly hour: number;
  /** Output, MW; for a storage, discharge less charge. */
  readonly output_mw: number;
  /**
   * Maximum output, MW: Pmax of a committed unit, the available power of a renewable, or the discharging power of a
   * storage.
   */
  readonly maximum_mw: number;
}

/** Rows by element, then by hour. */
function dispatchRows(payload: SolvePayload, result: SolveResult): DispatchRow[] {
  const { generators, renewables = [], storage = [] } = payload;
  const hours = Array.from({ length: payload.horizon }, (_, hour) => hour);
  const rowsOf = (
    element: Named,
    bus: number,
    output: (hour: number) => number,
    maximum: (hour: number) => number,
  ): DispatchRow[] =>
    hours.map((hour) => ({
      ...element,
      bus: `bus_${bus}`,
      hour,
      output_mw: output(hour),
      maximum_mw: maximum(hour),
    }));
  return [
    ...generators.flatMap((unit) =>
      rowsOf(
        { generator: unit.name },
        unit.bus,
        (hour) => amountAt(result.dispatch_mw[unit.name], hour),
        (hour) => (amountAt(result.commitment[unit.name], hour) === 1 ? availableAt(unit, hour) : 0),
      ),
    ),
    ...renewables.flatMap(({ name, bus, p_max }) =>
      rowsOf(
        { renewable: name },
        bus,
        (hour) => amountAt(result.renewable_mw?.[name], hour),
        (hour) => amountAt(p_max, hour),
      ),
    ),
    ...storage.flatMap(({ name, bus, discharge_mw }) => {
      const { charge_mw: charged, discharge_mw: discharged } = result.storage?.[name] ?? {};
      return rowsOf(
        { storage: name },
        bus,
        (hour) => round6(amountAt(discharged, hour) - amountAt(charged, hour)),
        (hour) => valueAt(discharge_mw, hour) ?? 0,
      );
    }),
  ];
}

const outputOf = ({ output_mw }: DispatchRow): number => output_mw;
const nameOf = ({ generator, renewable, storage }: DispatchRow): string =>
  generator ?? renewable ?? storage ?? '';
const elementOf = (row: DispatchRow): string =>
  ELEMENTS.filter((kind) => row[kind])
    .map((kind) => `${kind} ${row[kind]}`)
    .join();

const dispatchSums = (rows: readonly DispatchRow[], energyOf: (group: readonly DispatchRow[]) => number) =>
  summarized(rows, elementOf, outputOf, (group, lowest, highest) => {
    const { hour: max_hour, output_mw: max_output_mw, maximum_mw: _, ...element } = highest;
    return {
      ...element,
      hours: group.length,
      energy_mwh: energyOf(group),
      min_output_mw: lowest.output_mw,
      min_hour: lowest.hour,
      max_output_mw,
      max_hour,
      mean_output_mw: round6(total(group.map(outputOf)) / group.length),
    };
  });

function dispatchSentences(rows: readonly DispatchRow[], energy: number, omitted: number): string[] {
  const highest = firstMost(rows, outputOf);
  if (!highest) return ['There is no output.'];
  const largest = `At hour ${highest.hour} the output of ${elementOf(highest)} at ${highest.bus} is ${said(highest.output_mw)} MW`;
  if (rows.length === 1) return [`${largest} of at most ${said(highest.maximum_mw)} MW.`];
  return [
    `${largest}, the largest of these outputs.`,
    `Together they are ${said(energy)} MWh.`,
    ...(omitted > 0 ? [`${counted(omitted, 'record')} are left out; the sums are over all.`] : []),
  ];
}
