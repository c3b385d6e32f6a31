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
  }
}

/** q: reserve of one unit for one product; their sum is the unit's r. */
export function addReserves(lp: LinearProgram, payload: SolvePayload): void {
  const products = payload.reserves ?? [];
  if (products.length === 0) return;
  for (let hour = 0; hour < payload.horizon; hour++) {
    for (const [product, { mw, penalty_usd_per_mwh }] of products.entries()) {
      const shortfall = lp.variable(
        `short_${product}_${hour}`,
        0,
        penalty_usd_per_mwh === undefined ? 0 : Number.POSITIVE_INFINITY,
        penalty_usd_per_mwh ?? 0,
      );
      const provided = payload.generators.map(
        (_, unit): Term => [1, lp.variable(`q_${product}_${unit}_${hour}`, 0, Number.POSITIVE_INFINITY)],
      );
      const required = typeof mw === 'number' ? mw : (mw[hour] ?? 0);
      lp.row(`reserve_${product}_${hour}`, [...provided, [1, shortfall]], '>=', required);
    }
    for (const unit of payload.generators.keys()) {
      const parts = products.map((_, product): Term => [1, `q_${product}_${unit}_${hour}`]);
      lp.row(`share_${unit}_${hour}`, [...parts, [-1, unitVariable('r', unit, hour)]], '=', 0);
    }
  }
}
