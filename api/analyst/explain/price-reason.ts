/** Why a group of buses has its price, in one sentence. */
import { said } from './figures.ts';
import type { Bound } from './output-room.ts';
import type { PriceGroup } from './price-groups.ts';
import type { Setter } from './price-setters.ts';

/** A sentence is not the place for more. */
const NAMED = 3;

const HELD_BY: Readonly<Record<Bound, string>> = {
  p_min: 'its minimum output',
  p_max: 'its maximum output',
  reserve: 'the reserve it gives',
  ramp_up: 'its ramp up',
  ramp_down: 'its ramp down',
  startup_ramp: 'its start-up ramp',
  shutdown_ramp: 'its shut-down ramp',
};

export function priceReason(group: PriceGroup): string {
  const { hour, bus, buses, price_usd_per_mwh, setters } = group;
  const where = buses > 1 ? `${bus}, one of ${buses} buses with it,` : bus;
  const price = `At hour ${hour} the price at ${where} is ${said(price_usd_per_mwh)} $/MWh`;
  const [setter] = setters;
  return setter
    ? `${price} ${because(group, setter)}`
    : `${price}, but nothing there is free to move: the price is degenerate.`;
}

function because({ how, setters, over }: PriceGroup, setter: Setter): string {
  const name = nameOf(setter);
  const slope = `${said(setter.cost_slope_usd_per_mwh ?? 0)} $/MWh`;
  switch (how) {
    case 'sets':
      return setters.length > 1
        ? `because ${listed(setters)} all cost that and are free to move: which of them does is degenerate.`
        : `because ${name} ${room(setter)} and costs ${slope} there.`;
    case 'kink':
      return `because ${name} stands at a step of its cost, ${slope} on one side: the price is degenerate.`;
    case 'stores':
      return `and ${name} at ${setter.bus}, with an output of ${said(setter.output_mw)} MW, carries it from other hours.`;
    case 'coupled':
      return setter.held_by === null
        ? `and ${name}, which costs ${slope}, is held by a rule it shares with other units or hours.`
        : `and ${name}, which costs ${slope}, is held at ${said(setter.output_mw)} MW by ${HELD_BY[setter.held_by]}.`;
    case 'at_limit':
      return `which ${name} costs at its limit of ${said(setter.output_mw)} MW: the price is degenerate.`;
    default:
      return `because nothing there is free to move: over ${over.slice(0, NAMED).join(' and ')} it follows from ${listed(setters)}.`;
  }
}

const room = ({ output_mw, lower_mw, upper_mw, bus }: Setter): string =>
  `at ${bus} runs at ${said(output_mw)} MW, free between ${said(lower_mw)} and ${said(upper_mw)} MW,`;

const nameOf = ({ element_type, element_id }: Setter): string =>
  element_type === 'unserved' ? `unserved load at ${element_id}` : `${element_type} ${element_id}`;

const listed = (setters: readonly Setter[]): string => {
  const names = setters
    .slice(0, NAMED)
    .map((setter) => `${nameOf(setter)} at ${said(setter.cost_slope_usd_per_mwh ?? 0)} $/MWh`);
  return setters.length > NAMED ? `${names.join(', ')} and others` : names.join(' and ');
};
