/** Renewables, storage and reserves of the reference solver, one variable per hour and kind. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { LinearProgram, Term } from './linear-program.ts';
import { unitVariable } from './unit-rows.ts';

export function addRenewables(lp: LinearProgram, payload: SolvePayload): void {
  for (const [position, item] of (payload.renewables ?? []).entries()) {
    const { p_min, p_max, marginal_cost, energy_limits = [] } = item;
    for (let hour = 0; hour < payload.horizon; hour++) {
      const low = p_min[hour] ?? 0;
      const high = p_max[hour] ?? 0;
      const output = lp.variable(`w_${position}_${hour}`, low, Math.max(low, high), marginal_cost ?? 0);
      if (low > high) lp.row(`wind_${position}_${hour}`, [[1, output]], '<=', high);
    }
    for (const [k, { first_hour, last_hour, mwh }] of energy_limits.entries()) {
      const terms: Term[] = [];
      for (let hour = first_hour; hour <= last_hour; hour++) terms.push([1, `w_${position}_${hour}`]);
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
      lp.row(
        `charging_${name}`,
        [
          [1, charge],
          [-item.charge_mw, charging],
        ],
        '<=',
        0,
      );
      lp.row(
        `discharging_${name}`,
        [
          [1, discharge],
          [item.discharge_mw, charging],
        ],
        '<=',
        item.discharge_mw,
      );
      const before: Term[] = hour > 0 ? [[-1, `e_${position}_${hour - 1}`]] : [];
      lp.row(
        `energy_${name}`,
        [[1, energy], ...before, [-item.efficiency, charge], [1, discharge]],
        '=',
        hour > 0 ? 0 : item.initial_mwh,
      );
      if (last) lp.row(`final_${name}`, [[1, energy]], '>=', item.final_mwh ?? 0);
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
    for (const [product, item] of products.entries()) {
      const hard = item.penalty_usd_per_mwh === undefined;
      const price = item.penalty_usd_per_mwh ?? 0;
      const most = hard ? 0 : Number.POSITIVE_INFINITY;
      const shortfall = lp.variable(`short_${product}_${hour}`, 0, most, price);
      const provided = reserveVariables(payload, product, hour).map((name): Term => {
        lp.variable(name, 0, Number.POSITIVE_INFINITY);
        return [1, name];
      });
      const required = typeof item.mw === 'number' ? item.mw : (item.mw[hour] ?? 0);
      lp.row(`reserve_${product}_${hour}`, [...provided, [1, shortfall]], '>=', required);
    }
    for (const unit of payload.generators.keys()) addUnitReserve(lp, payload, unit, hour);
    addStorageReserve(lp, payload, hour);
    addRenewableReserve(lp, payload, hour);
  }
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
  return (payload.reserves ?? []).flatMap((item, product): Term[] => {
    const name = `${kind}_${product}_${index}_${hour}`;
    const isMeant = (item.direction ?? 'up') === direction;
    return isMeant && reserveVariables(payload, product, hour).includes(name) ? [[1, name]] : [];
  });
}

function addUnitReserve(lp: LinearProgram, payload: SolvePayload, unit: number, hour: number): void {
  const name = `${unit}_${hour}`;
  const [up, down] = [given(payload, 'q', unit, hour, 'up'), given(payload, 'q', unit, hour, 'down')];
  lp.row(`share_${name}`, [...up, [-1, unitVariable('r', unit, hour)]], '=', 0);
  lp.row(`lower_${name}`, [...down, [-1, unitVariable('d', unit, hour)]], '=', 0);
  const { ramp_up = null, ramp_down = null } = payload.generators[unit] ?? {};
  for (const [product, { direction, response_min }] of (payload.reserves ?? []).entries()) {
    const ramp = direction === 'down' ? ramp_down : ramp_up;
    const variable = `q_${product}_${unit}_${hour}`;
    if (response_min === undefined || ramp === null) continue;
    if (!reserveVariables(payload, product, hour).includes(variable)) continue;
    const most: Term = [-(ramp * response_min) / 60, unitVariable('u', unit, hour)];
    lp.row(`fast_${product}_${name}`, [[1, variable], most], '<=', 0);
  }
}

function addStorageReserve(lp: LinearProgram, payload: SolvePayload, hour: number): void {
  for (const [s, item] of (payload.storage ?? []).entries()) {
    const name = `${s}_${hour}`;
    const [up, down] = [given(payload, 'qs', s, hour, 'up'), given(payload, 'qs', s, hour, 'down')];
    const net: Term[] = [
      [1, `dis_${name}`],
      [-1, `ch_${name}`],
    ];
    const against = net.map(([mw, column]): Term => [-mw, column]);
    if (up.length > 0) {
      lp.row(`power_up_${name}`, [...net, ...up], '<=', item.discharge_mw);
      lp.row(`stored_${name}`, [...up, [-1, `e_${name}`]], '<=', 0);
    }
    if (down.length === 0) continue;
    lp.row(`power_down_${name}`, [...against, ...down], '<=', item.charge_mw);
    lp.row(`room_${name}`, [...down, [1, `e_${name}`]], '<=', item.energy_mwh);
  }
}

function addRenewableReserve(lp: LinearProgram, payload: SolvePayload, hour: number): void {
  for (const [i, { p_min, p_max }] of (payload.renewables ?? []).entries()) {
    const output: Term = [1, `w_${i}_${hour}`];
    const up = given(payload, 'qw', i, hour, 'up');
    const down = given(payload, 'qw', i, hour, 'down').map(([mw, column]): Term => [-mw, column]);
    if (up.length > 0) lp.row(`spill_${i}_${hour}`, [output, ...up], '<=', p_max[hour] ?? 0);
    if (down.length > 0) lp.row(`take_${i}_${hour}`, [output, ...down], '>=', p_min[hour] ?? 0);
  }
}
