/**
 * Hard reserve requirements above what their providers can give at all, and upward ones above the headroom that the load leaves.
 * Products share one headroom: what must go is what all of them together require too much, whichever of them gives way.
 */
import {
  isDown,
  isPlain,
  mostProvided,
  requiredAt,
} from '../../../temporal/case/arithmetic/reserve-providers.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Reserve } from '../../../temporal/case/messages/resources.ts';
import { type InfeasibleCase, MARGIN_MW, sum } from '../ranges/infeasible-case.ts';
import { thermalRange } from '../ranges/thermal-range.ts';
import { type CauseFinder, elementCause, inMw } from './cause.ts';
import { systemRamps } from './ramps.ts';

export const reserveShortfalls: CauseFinder = function* (subject) {
  const { payload, words, hours, system } = subject;
  const hard = (payload.reserves ?? []).filter((product) => product.penalty_usd_per_mwh === undefined);
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
      .map((product) => ({ name: product.name, mw: Math.max(0, requiredAt(product, hour)) }))
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

/** What its providers lack of a product, MW; 0 of one that every unit gives. */
const lacking = ({ payload, intervalsPerHour }: InfeasibleCase, product: Reserve, hour: number): number =>
  isPlain(product) ? 0 : requiredAt(product, hour) - mostProvided(payload, product, hour, intervalsPerHour);

function* providerShortfalls(subject: InfeasibleCase, products: readonly Reserve[]) {
  for (const product of products) {
    for (const hour of subject.hours) {
      const mw = lacking(subject, product, hour);
      if (!(mw > MARGIN_MW)) continue;
      const required = requiredAt(product, hour);
      const message = `${subject.words.at(hour)}: reserve ${product.name} of ${inMw(required)} exceeds the ${inMw(required - mw)} that its providers can give`;
      const place = { element_type: 'reserve', element_id: product.name, hour } as const;
      yield elementCause('RESERVE_SHORTFALL', place, message, mw);
    }
  }
}
