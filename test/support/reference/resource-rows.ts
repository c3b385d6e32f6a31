/** Renewables, storage and reserves of the reference solver, one variable per hour and kind. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Reserve } from '../../../temporal/case/messages/resources.ts';
import type { LinearProgram, Terms } from './linear-program.ts';
import { unitVariable } from './unit-rows.ts';

export function addRenewables(lp: LinearProgram, payload: SolvePayload): void {
  for (const [position, item] of (payload.renewables ?? []).entries()) {
    const { p_min, p_max, marginal_cost, energy_limits = [] } = item;
    for (let hour = 0; hour < payload.horizon; hour++) {
      const low = p_min[hour] ?? 0;
      const high = p_max[hour] ?? 0;
      const output = lp.variable(`w_${position}_${hour}`, low, Math.max(low, high), marginal_cost ?? 0);
      if (low > high) lp.row(`wind_${position}_${hour}`, { [output]: 1 }, '<=', high);
    }
    for (const [k, { first_hour, last_hour, mwh }] of energy_limits.entries()) {
      const terms: Record<string, number> = {};
      for (let hour = first_hour; hour <= last_hour; hour++) terms[`w_${position}_${hour}`] = 1;
      lp.row(`budget_${position}_${k}`, terms, '<=', mwh);
    }
  }
}

export function addStorage(lp: LinearProgram, payload: SolvePayload): void {
  for (const [position, item] of (payload.storage ?? []).entries()) {
    for (let hour = 0; hour < payload.horizon; hour++) {
      const last = hour === payload.horizon - 1;
      const name = `${position}_${hour}`;
      const charging = lp.binary(`m_${name}`);
      const charge = lp.variable(`ch_${name}`, 0, item.charge_mw);
      const discharge = lp.variable(`dis_${name}`, 0, item.discharge_mw);
      const energy = lp.variable(`e_${name}`, 0, item.energy_mwh);
      lp.row(`charging_${name}`, { [charge]: 1, [charging]: -item.charge_mw }, '<=', 0);
      const discharging: Terms = { [discharge]: 1, [charging]: item.discharge_mw };
      lp.row(`discharging_${name}`, discharging, '<=', item.discharge_mw);
      const before: Terms = hour > 0 ? { [`e_${position}_${hour - 1}`]: -1 } : {};
      const change: Terms = { [energy]: 1, ...before, [charge]: -item.efficiency, [discharge]: 1 };
      lp.row(`energy_${name}`, change, '=', hour > 0 ? 0 : item.initial_mwh);
      if (last) lp.row(`final_${name}`, { [energy]: 1 }, '>=', item.final_mwh ?? 0);
    }
    lp.addCost(`e_${position}_${payload.horizon - 1}`, -(item.final_value_usd_per_mwh ?? 0));
  }
}

/**
 * q: reserve of one unit for one product; the sums of those up and down are the unit's r and d. qs and qw: of storage and
 * renewables, which have rows of their own.
 */
export function addReserves(lp: LinearProgram, payload: SolvePayload): void {
  const products = payload.reserves ?? [];
  if (products.length === 0) return;
  for (let hour = 0; hour < payload.horizon; hour++) {
    for (const [q, product] of products.entries()) addRequirement(lp, payload, q, product, hour);
    for (const unit of payload.generators.keys()) addUnitReserve(lp, payload, unit, hour);
    addStorageReserve(lp, payload, hour);
    addRenewableReserve(lp, payload, hour);
  }
}

function addRequirement(lp: LinearProgram, payload: SolvePayload, q: number, product: Reserve, hour: number) {
  const { mw, penalty_usd_per_mwh: price } = product;
  const shortfall = lp.variable(`short_${q}_${hour}`, 0, price === undefined ? 0 : Infinity, price);
  const givers = reserveVariables(payload, q, hour);
  for (const name of givers) lp.variable(name, 0, Infinity);
  const required = typeof mw === 'number' ? mw : (mw[hour] ?? 0);
  lp.row(`reserve_${q}_${hour}`, { ...each(givers), [shortfall]: 1 }, '>=', required);
}

/** Of all that may give the product. */
export function reserveVariables(payload: SolvePayload, product: number, hour: number): string[] {
  const { providers } = payload.reserves?.[product] ?? {};
  const named = (kind: string, items: readonly { name: string }[] | undefined, isOpen: boolean): string[] =>
    (items ?? []).flatMap(({ name }, i) =>
      (providers === undefined ? isOpen : providers.includes(name))
        ? [`${kind}_${product}_${i}_${hour}`]
        : [],
    );
  return [
    ...named('q', payload.generators, true),
    ...named('qs', payload.storage, false),
    ...named('qw', payload.renewables, false),
  ];
}

/** Terms of one of the variables over all products of a direction. */
function given(payload: SolvePayload, kind: string, index: number, hour: number, direction: 'up' | 'down') {
  return (payload.reserves ?? []).flatMap((item, product) => {
    const name = `${kind}_${product}_${index}_${hour}`;
    const isMeant = (item.direction ?? 'up') === direction;
    return isMeant && reserveVariables(payload, product, hour).includes(name) ? [name] : [];
  });
}

/** The sum of these variables, times a factor. */
const each = (names: readonly string[], factor = 1): Terms =>
  Object.fromEntries(names.map((name) => [name, factor]));

function addUnitReserve(lp: LinearProgram, payload: SolvePayload, unit: number, hour: number): void {
  const name = `${unit}_${hour}`;
  const [up, down] = [given(payload, 'q', unit, hour, 'up'), given(payload, 'q', unit, hour, 'down')];
  lp.row(`share_${name}`, { ...each(up), [unitVariable('r', unit, hour)]: -1 }, '=', 0);
  lp.row(`lower_${name}`, { ...each(down), [unitVariable('d', unit, hour)]: -1 }, '=', 0);
  const { ramp_up = null, ramp_down = null } = payload.generators[unit] ?? {};
  for (const [product, { direction, response_min }] of (payload.reserves ?? []).entries()) {
    const ramp = direction === 'down' ? ramp_down : ramp_up;
    const variable = `q_${product}_${unit}_${hour}`;
    if (response_min === undefined || ramp === null) continue;
    if (!reserveVariables(payload, product, hour).includes(variable)) continue;
    const most = -(ramp * response_min) / 60;
    lp.row(`fast_${product}_${name}`, { [variable]: 1, [unitVariable('u', unit, hour)]: most }, '<=', 0);
  }
}

function addStorageReserve(lp: LinearProgram, payload: SolvePayload, hour: number): void {
  for (const [s, item] of (payload.storage ?? []).entries()) {
    const name = `${s}_${hour}`;
    const [up, down] = [given(payload, 'qs', s, hour, 'up'), given(payload, 'qs', s, hour, 'down')];
    const net: Terms = { [`dis_${name}`]: 1, [`ch_${name}`]: -1 };
    const against: Terms = { [`dis_${name}`]: -1, [`ch_${name}`]: 1 };
    if (up.length > 0) {
      lp.row(`power_up_${name}`, { ...net, ...each(up) }, '<=', item.discharge_mw);
      lp.row(`stored_${name}`, { ...each(up), [`e_${name}`]: -1 }, '<=', 0);
    }
    if (down.length === 0) continue;
    lp.row(`power_down_${name}`, { ...against, ...each(down) }, '<=', item.charge_mw);
    lp.row(`room_${name}`, { ...each(down), [`e_${name}`]: 1 }, '<=', item.energy_mwh);
  }
}

function addRenewableReserve(lp: LinearProgram, payload: SolvePayload, hour: number): void {
  for (const [i, { p_min, p_max }] of (payload.renewables ?? []).entries()) {
    const output: Terms = { [`w_${i}_${hour}`]: 1 };
    const up = given(payload, 'qw', i, hour, 'up');
    const down = given(payload, 'qw', i, hour, 'down');
    if (up.length > 0) lp.row(`spill_${i}_${hour}`, { ...output, ...each(up) }, '<=', p_max[hour] ?? 0);
    if (down.length > 0)
      lp.row(`take_${i}_${hour}`, { ...output, ...each(down, -1) }, '>=', p_min[hour] ?? 0);
  }
}
