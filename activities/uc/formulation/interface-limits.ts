/**
 * Limits of interfaces (place-interfaces.ts), o the overflow that a soft limit allows at a price:
 *
 *     p_min - o <= sum_b H[b] (injection[b] - load[b]) + c + sum_d k[d] p[d] <= p_max + o
 *
 * One row for each finite limit and hour. At the dual y of a row, one MW injected at bus b is worth y H[b].
 */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { type Column, type Row, times } from '../../milp/model.ts';
import type { Instance, PlacedInterface } from '../instance.ts';
import { injectionsOf, type Schedule } from '../schedule.ts';
import { type DcVariables, dcPower } from '../variables.ts';
import type { Injections } from './balance.ts';
import type { DualOf, Family } from './family.ts';
import { flowLimit } from './flow-limit.ts';

export const interfaceLimits: Family = {
  add(milp, instance, x, injections) {
    const { interfaces, periods } = instance;
    if (interfaces.length === 0) return {};
    const soft = interfaces.map(({ element: { penalty_usd_per_mwh: cost } }) =>
      cost === undefined ? [] : Array.from({ length: periods }, () => milp.column({ cost })),
    );
    const sides = interfaceSides(instance).map(({ i, t, ...side }) => {
      const limit = interfaceRow(instance, { i, t, ...side }, x, injections, soft[i]?.[t]);
      return { i, t, shift: interfaces[i]?.shift(t) ?? new Float64Array(), row: milp.row(limit) };
    });
    const byId = (dualOf: DualOf): Record<string, number[]> => {
      const prices = interfaces.map(() => new Array<number>(periods).fill(0));
      for (const { i, t, row } of sides) {
        const hours = prices[i];
        if (hours) hours[t] = rounded((hours[t] ?? 0) - dualOf(row));
      }
      return Object.fromEntries(interfaces.map(({ element: { id } }, i) => [id, prices[i] ?? []]));
    };
    return {
      prices: (dualOf) => ({ interface_shadow_price_usd_per_mwh: byId(dualOf) }),
      multipliers: (dualOf) => ({ interfaces_usd_per_mwh: byId(dualOf) }),
      flows: (dualOf) => sides.map(({ t, shift, row }) => ({ hour: t, factors: shift, dual: dualOf(row) })),
    };
  },
  figures(instance, schedule) {
    const { interfaces } = instance;
    if (interfaces.length === 0) return {};
    const flows = flowsOf(instance, schedule);
    const soft = interfaces.flatMap((item, i): [string, number[]][] =>
      item.element.penalty_usd_per_mwh === undefined ? [] : [[item.element.id, overflow(item, flows[i])]],
    );
    return {
      interface_flow_mw: Object.fromEntries(interfaces.map(({ element }, i) => [element.id, flows[i] ?? []])),
      ...(soft.length > 0 && { interface_overflow_mw: Object.fromEntries(soft) }),
    };
  },
  penalty(instance, schedule) {
    if (instance.interfaces.every(({ element }) => element.penalty_usd_per_mwh === undefined)) return 0;
    const flows = flowsOf(instance, schedule);
    return instance.interfaces.reduce(
      (usd, item, i) =>
        overflow(item, flows[i]).reduce((sum, mw) => sum + (item.element.penalty_usd_per_mwh ?? 0) * mw, usd),
      0,
    );
  },
};

/** A finite limit of an interface in an hour. */
interface InterfaceSide {
  /** Position of the interface. */
  readonly i: number;
  readonly t: number;
  readonly field: 'p_min_mw' | 'p_max_mw';
  /** MW. */
  readonly limit: number;
}

export const interfaceSides = ({ interfaces, periods }: Instance): InterfaceSide[] =>
  interfaces.flatMap(({ element }, i) =>
    Array.from({ length: periods }, (_, t) =>
      (['p_min_mw', 'p_max_mw'] as const)
        .map((field) => ({ i, t, field, limit: amountAt(element[field], t) }))
        .filter(({ limit }) => Number.isFinite(limit)),
    ).flat(),
  );

/** Row of an interface limit. `change`: column of the MW by which the limit is widened. */
export function interfaceRow(
  instance: Instance,
  { i, t, field, limit }: InterfaceSide,
  x: DcVariables,
  injections: Injections,
  change: Column | undefined,
): Row {
  const { shift, offset = 0, dcLines = [] } = instance.interfaces[i] ?? {};
  const isUpper = field === 'p_max_mw';
  const row = flowLimit(instance, injections, {
    factors: shift?.(t) ?? new Float64Array(),
    offset,
    hour: t,
    limit: isUpper ? limit : -limit,
    direction: isUpper ? 1 : -1,
    overflow: change,
  });
  const direct = dcLines.flatMap(({ d, factor }) => times(factor, dcPower(x, d, t)));
  return { ...row, terms: [...row.terms, ...direct] };
}

/** Flows, MW, rounded as reported, so that penalties are those of the reported flows; shape [interfaces][T]. */
function flowsOf(instance: Instance, schedule: Schedule): number[][] {
  const injections = injectionsOf(instance, schedule);
  return instance.interfaces.map(({ shift, offset, dcLines }) =>
    injections.map((net, t) => {
      const row = shift(t);
      let mw = offset;
      for (const [b, factor] of row.entries()) mw += factor * (net[b] ?? 0);
      for (const { d, factor } of dcLines) mw += factor * amountAt(schedule.dcFlow?.[d], t);
      return rounded(mw);
    }),
  );
}

/** Flow outside the limits, MW, shape [T]. */
const overflow = ({ element: { p_min_mw, p_max_mw } }: PlacedInterface, flows: readonly number[] = []) =>
  flows.map((mw, t) => rounded(Math.max(0, mw - amountAt(p_max_mw, t), amountAt(p_min_mw, t) - mw)));
