/**
 * Hard reserve requirements above the headroom that the load leaves. Products share one headroom: what must go is what
 * all of them together require too much, whichever of them gives way.
 */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import { MARGIN_MW, sum } from '../ranges/infeasible-case.ts';
import { thermalRange } from '../ranges/thermal-range.ts';
import { type CauseFinder, elementCause, inMw } from './cause.ts';
import { systemRamps } from './ramps.ts';

export const reserveShortfalls: CauseFinder = function* (subject) {
  const { payload, words, hours, system } = subject;
  const products = (payload.reserves ?? []).filter((product) => product.penalty_usd_per_mwh === undefined);
  if (products.length === 0) return;
  // Where ramps keep the units from the load itself, what they leave of the headroom is no cause of its own.
  const isRamped = systemRamps(subject)[Symbol.iterator]().next().done === true;
  for (const hour of hours) {
    const { need, low, high, rampedHigh } = thermalRange(system, hour);
    const headroom = (isRamped ? Math.min(high, rampedHigh) : high) - Math.max(need, low);
    if (headroom < -MARGIN_MW) continue;
    const required = products
      .map(({ name, mw }) => ({ name, mw: Math.max(0, typeof mw === 'number' ? mw : knownAt(mw, hour)) }))
      .filter((product) => product.mw > MARGIN_MW);
    const mw = sum(required, (product) => product.mw);
    if (!(mw - headroom > MARGIN_MW)) continue;
    const names = required.map((product) => product.name);
    const message = `${words.at(hour)}: reserve ${names.join(' + ')} of ${inMw(mw)} exceeds the headroom of ${inMw(headroom)} beside the load of ${inMw(knownAt(system.load, hour))}`;
    const only = names.length === 1 ? (names[0] ?? null) : null;
    const place = { element_type: 'reserve', element_id: only, hour } as const;
    yield elementCause('RESERVE_SHORTFALL', place, message, mw - headroom);
  }
};
