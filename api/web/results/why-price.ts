/** Explains the price at a bus by the units that set the price, and by binding limits. Pure. */
import type { LimitShare } from '../../../temporal/case/explain/limit-shares.ts';
import { explainPrice, type PricePart } from '../../../temporal/case/explain/price-explanation.ts';
import { partName, reasons } from '../../../temporal/case/explain/price-words.ts';
import { inPeriod } from '../parts/interval.ts';
import { lmpText } from './price-words.ts';
import { type Address, at, type Facts, FORMAT, type Question, viewsOf, type Why } from './why-facts.ts';

/** Explains a price. `limits`: contributions of binding limits to the price, largest first. */
export function whyPrice(
  { name: bus = '', hour = 0 }: Question,
  facts: Facts,
  limits: readonly LimitShare[],
): Why {
  const explanation = explainPrice(...viewsOf(facts), bus, hour, limits);
  const row = (part: PricePart) => rowOf(part, hour);
  return {
    question: `Why is the price at ${FORMAT.bus(bus)} ${lmpText(at(facts.result.lmp, bus, hour))} ${inPeriod(hour)}?`,
    sentences: explanation ? reasons(explanation, FORMAT) : ['No price.'],
    rows: explanation
      ? [
          // Limits are omitted here: they are listed later as parts of the congestion.
          ...explanation.parts.filter(({ kind }) => kind !== 'line').map(row),
          ['Energy', lmpText(explanation.energy_usd_per_mwh)],
          ...explanation.limits.map(row),
          ['Congestion', lmpText(explanation.congestion_usd_per_mwh)],
          ['Losses', lmpText(explanation.loss_usd_per_mwh)],
        ]
      : [],
    links: [
      ['Prices of this bus', { view: 'prices', bus, hour }],
      ['Network in this hour', { view: 'network', bus: bus.replace('bus_', ''), hour }],
    ],
  };
}

/** Row of the panel, with a link to the element of the row. */
function rowOf(part: PricePart, hour: number): Why['rows'][number] {
  const { kind, name, contingency_id, usd_per_mwh } = part;
  const links: Partial<Record<PricePart['kind'], Address>> = {
    generator: { view: 'commitment', unit: name, hour },
    reserve: { view: 'reserve', product: name, hour },
    storage: { view: 'storage', storage: name, hour },
    line: { view: 'network', line: name, contingency: contingency_id ?? undefined, hour },
  };
  return [partName(part, FORMAT), lmpText(usd_per_mwh), links[kind]];
}
