/** Costs of a schedule by kind, and of a unit by its output. */
import { angleCost, flowCost } from '../../temporal/case/arithmetic/dc-flow.ts';
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { shortfallCost } from '../../temporal/case/arithmetic/reserve-shortfall.ts';
import { costOf, sum } from '../../temporal/case/arithmetic/series.ts';
import {
  type CostFields,
  costChords,
  productionCost,
  shutdownCosts,
  startupCosts,
  storageCost,
  totalCost,
} from '../../temporal/case/arithmetic/unit-cost.ts';
import type { CostBreakdown } from '../../temporal/case/messages/rolling.ts';
import { shedCostAt } from '../case/shedding.ts';
import type { HourlyCost, Instance, Unit } from './instance.ts';
import { type Schedule, startsOf } from './schedule.ts';

/**
 * Costs of a schedule by kind, $. Startup categories follow from the hours off in the final commitment. `overflow`:
 * overload of soft lines, MW by line id; `further`: penalties computed by families of constraints, $.
 */
export function scheduleCost(
  instance: Instance,
  schedule: Schedule,
  overflow: Readonly<Record<string, number[]>>,
  further: number,
): CostBreakdown {
  const { units, storage, dcLines, network } = instance;
  const { demand, supply } = energyCosts(instance, schedule);
  const perUnit = instance.case.generators.map((generator, g) => {
    const commitment = schedule.on[g] ?? [];
    const hours = commitment.map((on, t) => (on ? costAt(generator, schedule.output[g]?.[t] ?? 0, t) : 0));
    const switches = { commitment, startup: startsOf(units[g]?.onBefore, commitment) };
    return {
      all: sum(hours),
      noLoad: generator.cost_curve ? 0 : costOf(generator.no_load_cost, commitment),
      startup: startupCosts(generator, switches),
      shutdown: shutdownCosts(generator, switches),
    };
  });
  const noLoad = sum(perUnit.map((cost) => cost.noLoad));
  return {
    energy_usd:
      sum(perUnit.map((cost) => cost.all)) -
      noLoad +
      supply +
      sum(dcLines.map(({ cost }, d) => flowCost({ cost_usd_per_mwh: cost }, schedule.dcFlow?.[d]))) +
      sum(network.shifters.map((item, k) => angleCost(item, schedule.angles?.[k]))) +
      sum(
        storage.map((item, s) => {
          const { charge_mw = [], discharge_mw = [] } = schedule.storage[s] ?? {};
          return storageCost(item, sum(charge_mw), sum(discharge_mw));
        }),
      ),
    no_load_usd: noLoad,
    startup_usd: instance.jobType === 'ed' ? 0 : sum(perUnit.map((cost) => cost.startup)),
    ...(units.some(({ shutdownCost }) => shutdownCost > 0) && {
      shutdown_usd: sum(perUnit.map((cost) => cost.shutdown)),
    }),
    penalty_usd: penalties(instance, schedule, overflow) + further,
    ...(instance.storage.some(({ final_value_usd_per_mwh: value }) => value > 0) && {
      stored_value_usd: storedValue(instance, schedule),
    }),
    ...(instance.bids.some(({ sign }) => sign < 0) && { bid_value_usd: 0 - demand }),
  };
}

/** Costs of renewables and of accepted supply; and minus the value of accepted demand, $. */
function energyCosts({ renewables, bids }: Instance, schedule: Schedule) {
  const bought = new Set(bids.flatMap(({ sign, blocks }) => (sign < 0 ? blocks : [])));
  const costs = renewables.map(({ marginal_cost }, i) => costOf(marginal_cost, schedule.renewable[i] ?? []));
  const total = (isDemand: boolean): number => sum(costs.filter((_, i) => bought.has(i) === isDemand));
  return { demand: total(true), supply: total(false) };
}

/** Objective of a schedule, $: cost with penalties, less the value of accepted demand and of stored energy. */
export const objectiveOf = (cost: CostBreakdown): number =>
  totalCost(cost) + cost.penalty_usd - (cost.stored_value_usd ?? 0) - (cost.bid_value_usd ?? 0);

const storedValue = ({ storage }: Instance, schedule: Schedule): number =>
  sum(
    storage.map(
      ({ final_value_usd_per_mwh: value }, s) => value * (schedule.storage[s]?.energy_mwh.at(-1) ?? 0),
    ),
  );

function penalties(
  { case: { reserves, transmission_lines: lines }, sheddable }: Instance,
  schedule: Schedule,
  overflow: Readonly<Record<string, number[]>>,
): number {
  const byBus = groupBy(sheddable, ({ at }) => at);
  const shed = sum(
    schedule.unserved.map((hours, b) =>
      hours.reduce((usd, mw, t) => (mw > 0 ? usd + shedCostAt(byBus.get(b) ?? [], t, mw).usd : usd), 0),
    ),
  );
  const shortfalls = reserves.map((product, q) => shortfallCost(product, schedule.shortfall[q] ?? []));
  const overflows = lines.map(({ id, penalty_usd_per_mwh }) =>
    costOf(penalty_usd_per_mwh ?? 0, overflow[id] ?? []),
  );
  return shed + sum(shortfalls) + sum(overflows);
}

/**
 * Production cost of a unit that is on, convex and piecewise linear in its output:
 *
 *     cost(p_min + p') = fixed + sum_k slope_k s_k,   p' = sum_k s_k,   0 <= s_k <= width_k
 *
 * Slopes ascend, so an optimum fills cheap segments first without further constraints. A curve is extended at its ends
 * to Pmin and Pmax.
 */
export function hourlyCost(generator: CostFields, pMin: number, pMax: number, t: number): HourlyCost {
  const all = costChords(generator, t);
  const segments = all.map(({ from, slope }, k) => {
    const start = k === 0 ? pMin : Math.max(pMin, from);
    const end = Math.min(pMax, all[k + 1]?.from ?? Number.POSITIVE_INFINITY);
    return { width: end - start, slope };
  });
  const wide = segments.filter(({ width }) => width > 1e-9);
  return {
    fixed: costAt(generator, pMin, t),
    segments: wide.length > 0 ? wide : [{ width: 0, slope: all[0]?.slope ?? 0 }],
  };
}

/** Production cost at `output` in hour t, no-load cost included, $/h. */
function costAt(generator: CostFields, output: number, t: number): number {
  const { energy, noLoad } = productionCost(generator, output, t);
  return energy + noLoad;
}

/**
 * Average cost of a unit at its maximum output in hour t, $/MWh. The no-load cost is included unless the unit must be
 * on, since it is then paid in any case.
 */
export function fullLoadPrice({ cost, pMax, mustBeOn }: Unit, t: number): number {
  const { fixed = 0, segments = [] } = cost[t] ?? {};
  const mw = pMax[t] ?? 0;
  const avoidable = mustBeOn[t] ? 0 : fixed;
  const usd = segments.reduce((sum, { width, slope }) => sum + width * slope, avoidable);
  return mw > 0 ? usd / mw : Number.POSITIVE_INFINITY;
}
