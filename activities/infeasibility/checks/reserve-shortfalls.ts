/** Hard reserve requirements above the headroom that the load leaves; products share one headroom. */
import { at } from '../at.ts';
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';
import { inMw } from '../in-mw.ts';
import { MARGIN_MW } from '../infeasible-case.ts';
import { sum } from '../sum.ts';
import { thermalRange } from '../thermal-range.ts';

export const reserveShortfalls: CauseFinder = function* ({ payload, hours, system }) {
  const products = (payload.reserves ?? []).filter((product) => product.penalty_usd_per_mwh === undefined);
  if (products.length === 0) return;
  for (const hour of hours) {
    const { need, low, high, rampedHigh } = thermalRange(system, hour);
    const headroom = Math.min(high, rampedHigh) - Math.max(need, low);
    if (headroom < -MARGIN_MW) continue;
    const required = products.map(({ name, mw }) => ({
      name,
      mw: Math.max(0, typeof mw === 'number' ? mw : at(mw, hour)),
    }));
    const short = required.filter((product) => product.mw - headroom > MARGIN_MW);
    const all = sum(required, (product) => product.mw);
    const named = short.length > 0 ? short : all - headroom > MARGIN_MW ? [{ name: null, mw: all }] : [];
    for (const { name, mw } of named) {
      const message = `Hour ${hour}: reserve ${name ?? required.map((product) => product.name).join(' + ')} of ${inMw(mw)} exceeds the headroom of ${inMw(headroom)} beside the load of ${inMw(at(system.load, hour))}`;
      const place = { element_type: 'reserve', element_id: name, hour } as const;
      yield elementCause('RESERVE_SHORTFALL', place, message, mw - headroom);
    }
  }
};
