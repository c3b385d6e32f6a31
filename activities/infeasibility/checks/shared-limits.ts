/** What ties all units together when each hour by itself can be supplied: reserve, ramps of the system, emissions. */
import { isDown, isPlain } from '../../../temporal/case/arithmetic/reserve-providers.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { CaseReserve } from '../../case/case.ts';
import { mostProvided } from '../../case/most-provided.ts';
import { staticHigh, staticLow, thermalRange } from '../ranges/area.ts';
import { type InfeasibleCase, MARGIN_MW, sum, type UnitRange } from '../ranges/infeasible-case.ts';
import { type CauseFinder, inMw, toCause } from './cause.ts';

/**
 * Hard reserve requirements above what their providers can give at all, and upward ones above the headroom that the load leaves.
 * Products share one headroom: what must go is what all of them together require too much, whichever of them gives way.
 */
export const reserveShortfalls: CauseFinder = function* (subject) {
  const { words, hours, system } = subject;
  const hard = subject.case.reserves.filter((product) => product.penalty_usd_per_mwh === undefined);
  if (hard.length === 0) return;
  yield* providerShortfalls(subject, hard);
  const products = hard.filter((product) => !isDown(product));
  // Where ramps keep the units from the load itself, what they leave of the headroom is no cause of its own.
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
    const text = `reserve ${names.join(' + ')} of ${inMw(mw)} exceeds the headroom of ${inMw(headroom)} beside the load of ${inMw(knownAt(system.load, hour))}`;
    const only = names.length === 1 ? (names[0] ?? null) : null;
    yield toCause(words, 'RESERVE_SHORTFALL', ['reserve', only, hour], text, mw - headroom);
  }
};

/** What its providers lack of a product, MW; 0 of one that every unit gives. */
const lacking = ({ case: given }: InfeasibleCase, product: CaseReserve, hour: number): number =>
  isPlain(product) ? 0 : knownAt(product.mw, hour) - mostProvided(given, product, hour);

function* providerShortfalls(subject: InfeasibleCase, products: readonly CaseReserve[]) {
  for (const product of products) {
    for (const hour of subject.hours) {
      const mw = lacking(subject, product, hour);
      if (!(mw > MARGIN_MW)) continue;
      const required = knownAt(product.mw, hour);
      const text = `reserve ${product.name} of ${inMw(required)} exceeds the ${inMw(required - mw)} that its providers can give`;
      yield toCause(subject.words, 'RESERVE_SHORTFALL', ['reserve', product.name, hour], text, mw);
    }
  }
}

/** Load that changes faster than all units together, though each hour alone could be supplied. */
export const systemRamps: CauseFinder = function* ({ words, hours, islands }) {
  for (const area of islands) {
    for (const hour of hours) {
      const { need, room, low, high, rampedLow, rampedHigh } = thermalRange(area, hour);
      if (need > high + MARGIN_MW || room < low - MARGIN_MW) continue;
      const load = inMw(knownAt(area.load, hour));
      if (need - rampedHigh > MARGIN_MW) {
        const text = `load ${load} asks ${inMw(need)} of the units, and their ramps reach only ${inMw(rampedHigh)}`;
        yield toCause(words, 'RAMP_LIMIT', ['system', null, hour], text, need - rampedHigh);
      }
      if (rampedLow - room > MARGIN_MW) {
        const text = `load ${load} takes ${inMw(room)} of the units, and their ramps let them down only to ${inMw(rampedLow)}`;
        yield toCause(words, 'RAMP_LIMIT', ['system', null, hour], text, rampedLow - room);
      }
    }
  }
};

/** Less than this above a limit of emissions is rounding, share of it. */
const EMISSION_MARGIN = 1e-6;

/**
 * A hard emission limit below what the load alone asks for: in each hour the units with the least CO2 for a MWh, as far
 * as they may go, whatever ramps, minimum times and starts take away.
 */
export const emissionLimit: CauseFinder = function* (subject) {
  const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty } = subject.case;
  if (limit === undefined || penalty !== undefined) return;
  const least = sum(subject.hours, (hour) => leastEmissions(subject, hour));
  if (!(least > limit + EMISSION_MARGIN * Math.max(1, limit))) return;
  const text = `The load emits at least ${tonnes(least)} of CO2, and emission_limit_t allows ${tonnes(limit)}`;
  yield toCause(subject.words, 'EMISSION_LIMIT', ['system', null, null], text, null);
};

const tonnes = (value: number): string => `${Number(value.toFixed(3))} t`;

/** t; every unit at its least output, then the cleanest ones first. */
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
