/**
 * Finds limits that couple units (reserve, system ramps, emissions), in cases in which each hour alone could be
 * supplied.
 */

import { isDown, isOffline, isPlain } from '../../../temporal/case/arithmetic/reserve-providers.ts';
import { isHard } from '../../../temporal/case/arithmetic/reserve-shortfall.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { CaseReserve } from '../../case/case.ts';
import { mostProvided } from '../../case/most-provided.ts';
import { staticHigh, staticLow, thermalRange } from '../ranges/area.ts';
import { type InfeasibleCase, MARGIN_MW, sum, type UnitRange } from '../ranges/infeasible-case.ts';
import { type CauseFinder, inMw, toCause } from './cause.ts';

/**
 * Hard reserve requirements that exceed the capability of their providers, and upward requirements that exceed the
 * headroom that the load leaves. All products use the same headroom, so the shortfall is the total of all products;
 * reducing any of them helps.
 */
export const reserveShortfalls: CauseFinder = function* (subject) {
  const { words, hours, system } = subject;
  const hard = subject.case.reserves.filter(isHard);
  if (hard.length === 0) return;
  yield* providerShortfalls(subject, hard);
  // Units that are off give non-spinning reserve without headroom, and a MW may count in several products.
  const products = hard.filter(
    (product) =>
      !isDown(product) &&
      !subject.case.reserves.some((other) => isOffline(other) || other.counts_towards === product.name) &&
      product.counts_towards === undefined,
  );
  // If system ramps alone are infeasible, the headroom that they leave is not a separate cause.
  const isRamped = systemRamps(subject)[Symbol.iterator]().next().done === true;
  for (const hour of hours) {
    const { need, low, high, rampedHigh } = thermalRange(system, hour);
    const headroom = (isRamped ? Math.min(high, rampedHigh) : high) - Math.max(need, low);
    if (headroom < -MARGIN_MW) continue;
    const required = products
      .filter((product) => lacking(subject, product, hour) <= MARGIN_MW)
      .map((product) => ({ name: product.name, mw: Math.max(0, knownAt(product.mw, hour)) }))
      .filter((product) => product.mw > MARGIN_MW);
    const mw = sum(required, (product) => product.mw);
    if (!(mw - headroom > MARGIN_MW)) continue;
    const names = required.map((product) => product.name);
    const text = `reserve ${names.join(' + ')} of ${inMw(mw)} exceeds the headroom of ${inMw(headroom)} above the load of ${inMw(knownAt(system.load, hour))}`;
    const only = names.length === 1 ? (names[0] ?? null) : null;
    yield toCause(words, 'RESERVE_SHORTFALL', ['reserve', only, hour], text, mw - headroom);
  }
};

/** Power that a product's providers lack, MW; 0 for a product that all units provide. */
const lacking = ({ case: instance }: InfeasibleCase, product: CaseReserve, hour: number): number =>
  isPlain(product) ? 0 : knownAt(product.mw, hour) - mostProvided(instance, product, hour);

function* providerShortfalls(subject: InfeasibleCase, products: readonly CaseReserve[]) {
  for (const product of products) {
    for (const hour of subject.hours) {
      const mw = lacking(subject, product, hour);
      if (!(mw > MARGIN_MW)) continue;
      const required = knownAt(product.mw, hour);
      const text = `reserve ${product.name} of ${inMw(required)} exceeds the ${inMw(required - mw)} that its providers can provide`;
      yield toCause(subject.words, 'RESERVE_SHORTFALL', ['reserve', product.name, hour], text, mw);
    }
  }
}

/**
 * Hours in which the load changes faster than all units together can ramp, though each hour alone could be supplied.
 */
export const systemRamps: CauseFinder = function* ({ words, hours, islands }) {
  for (const area of islands) {
    for (const hour of hours) {
      const { need, room, low, high, rampedLow, rampedHigh } = thermalRange(area, hour);
      if (need > high + MARGIN_MW || room < low - MARGIN_MW) continue;
      const load = inMw(knownAt(area.load, hour));
      if (need - rampedHigh > MARGIN_MW) {
        const text = `load ${load} requires ${inMw(need)} from the units, whose ramps reach only ${inMw(rampedHigh)}`;
        yield toCause(words, 'RAMP_LIMIT', ['system', null, hour], text, need - rampedHigh);
      }
      if (rampedLow - room > MARGIN_MW) {
        const text = `load ${load} takes ${inMw(room)} from the units, whose ramps allow no less than ${inMw(rampedLow)}`;
        yield toCause(words, 'RAMP_LIMIT', ['system', null, hour], text, rampedLow - room);
      }
    }
  }
};

/** Excess of an emission limit that counts as rounding, as a share of the limit. */
const EMISSION_MARGIN = 1e-6;

/**
 * Hard emission limits below the least emissions of the load. In each hour, the units with the lowest CO2 per MWh run
 * first, without ramps, minimum times and starts.
 */
export const emissionLimit: CauseFinder = function* (subject) {
  const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty } = subject.case;
  if (limit === undefined || penalty !== undefined) return;
  const least = sum(subject.hours, (hour) => leastEmissions(subject, hour));
  if (!(least > limit + EMISSION_MARGIN * Math.max(1, limit))) return;
  const text = `Serving the load emits at least ${tonnes(least)} of CO2, but emission_limit_t allows ${tonnes(limit)}`;
  yield toCause(subject.words, 'EMISSION_LIMIT', ['system', null, null], text, null);
};

const tonnes = (value: number): string => `${Number(value.toFixed(3))} t`;

/**
 * Least emissions of an hour, t: every unit has its least output, and the remaining load is met by the units with the
 * lowest emissions first.
 */
function leastEmissions({ system }: InfeasibleCase, hour: number): number {
  const rate = ({ generator }: UnitRange): number => generator.co2_t_per_mwh;
  const { need, low } = thermalRange(system, hour);
  let emitted = sum(system.units, (unit) => rate(unit) * staticLow(unit, hour));
  let missing = need - low;
  for (const unit of system.units.toSorted((a, b) => rate(a) - rate(b))) {
    if (!(missing > 0)) break;
    const mw = Math.min(missing, staticHigh(unit, hour) - staticLow(unit, hour));
    emitted += rate(unit) * mw;
    missing -= mw;
  }
  return emitted;
}
