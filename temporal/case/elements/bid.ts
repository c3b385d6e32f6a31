/** A bid: energy that is bought if it is worth its price, or sold if its price is paid. */
import { object, string } from 'yup';
import { flag, list, positive, text, varying, whole } from './attribute.ts';

const block = object({
  mw: varying('MW', 'Largest power of the block', { bounds: { least: 0 } }).required(),
  usd_per_mwh: varying(
    '$/MWh',
    'Value of the energy that is bought, or price of the energy that is sold',
  ).required(),
});

/** A bid whose hours are independent of each other, so that a run over windows may cut it anywhere. */
export const NETWORK_BID = {
  name: text().required(),
  bus: whole('Bus number').required(),
  kind: string().oneOf(['demand', 'supply']).required().meta({
    description:
      'demand: up to mw more load is served where it is worth usd_per_mwh; supply: up to mw is generated, a virtual increment. Demand without a meter is a virtual decrement',
  }),
  blocks: list(
    block,
    'Accepted one after the other: prices of demand do not rise from block to block, and prices of supply do not fall, unless all_or_nothing or min_up_h',
    { bounds: { least: 1 } },
  ).required(),
};

export const BID = {
  ...NETWORK_BID,
  all_or_nothing: flag('The bid is accepted whole in all hours, or not at all; default false'),
  min_up_h: positive(
    'h',
    'In each hour the bid is accepted whole or not at all, and it stays accepted for at least so many hours in a row, or to the end of the horizon; a whole number of intervals. Without effect with all_or_nothing',
  ),
};
