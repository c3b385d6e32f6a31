/** Costs of the reference schedule, read from its cost columns. */
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { busKey, lineKey, networkOf } from './network-rows.ts';
import type { Solved } from './reference-result.ts';

export function referenceCosts(payload: SolvePayload, jobType: JobType, solved: Solved) {
  const relaxed = jobType === 'ed' && payload.commitment === undefined;
  const cost = { energy_usd: 0, no_load_usd: 0, startup_usd: 0, penalty_usd: 0 };
  for (let hour = 0; hour < payload.horizon; hour++) {
    for (const [unit, { cost_curve, no_load_cost }] of payload.generators.entries()) {
      const running = !relaxed || solved.value(`p_${unit}_${hour}`) > 1e-6;
      const noLoad = cost_curve ? 0 : no_load_cost * solved.value(`u_${unit}_${hour}`);
      if (running) {
        cost.energy_usd += solved.value(`c_${unit}_${hour}`) - noLoad;
        cost.no_load_usd += noLoad;
      }
      cost.startup_usd += solved.value(`s_${unit}_${hour}`);
    }
    for (const [index, item] of (payload.renewables ?? []).entries()) {
      cost.energy_usd += (item.marginal_cost ?? 0) * solved.value(`w_${index}_${hour}`);
    }
    cost.penalty_usd += penalties(payload, jobType, solved, hour);
  }
  const total_cost_usd = cost.energy_usd + cost.no_load_usd + cost.startup_usd;
  return { total_cost_usd, objective_value: total_cost_usd + cost.penalty_usd, cost_breakdown: cost };
}

function penalties(payload: SolvePayload, jobType: JobType, solved: Solved, hour: number): number {
  const shed = new Set(payload.loads.map((load) => load.bus));
  const price = payload.options?.unserved_energy_usd_per_mwh ?? 0;
  let total = 0;
  for (const bus of shed) total += price * solved.value(`shed_${busKey(bus)}_${hour}`);
  for (const [index, product] of (payload.reserves ?? []).entries()) {
    total += (product.penalty_usd_per_mwh ?? 0) * solved.value(`short_${index}_${hour}`);
  }
  for (const line of networkOf(payload, jobType)) {
    total += (line.penalty_usd_per_mwh ?? 0) * solved.value(`over_${lineKey(payload, line)}_${hour}`);
  }
  return total;
}
