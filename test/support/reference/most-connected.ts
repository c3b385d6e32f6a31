/**
 * An independent reference for connections: the whole horizon as one MILP, with the connected MW as a variable. All
 * load and reserve is served, and costs do not count.
 */
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { readCase } from './case.ts';
import { LinearProgram } from './linear-program.ts';
import { addBalance } from './network-rows.ts';
import { optimum } from './reference-solver.ts';
import { addBids, addDemandResponse, addRenewables, addReserves, addStorage } from './resource-rows.ts';
import { addUnits } from './unit-rows.ts';

interface Asked {
  readonly bus: number;
  readonly kind: 'load' | 'generation';
  /** Largest use by hour, MW, shape [horizon]; all above 0. */
  readonly mw: readonly number[];
}

/** Largest share of the asked power, 0 to 1; NaN if even the base case has no schedule. */
export function mostShare(payload: SolvePayload, jobType: JobType, { bus, kind, mw }: Asked): number {
  const { options, bids = [], reserves = [], ...rest } = payload;
  const bid = {
    name: 'asked',
    bus,
    kind: kind === 'load' ? ('demand' as const) : ('supply' as const),
    blocks: [{ mw: [...mw], usd_per_mwh: 0 }],
  };
  const whole = readCase(
    {
      ...rest,
      options: { network: options?.network },
      bids: [...bids, bid],
      reserves: reserves.map(({ penalty_usd_per_mwh: _, ...product }) => product),
    },
    jobType,
  );
  const lp = new LinearProgram();
  addUnits(lp, whole);
  addRenewables(lp, whole);
  addStorage(lp, whole);
  addBids(lp, whole);
  addDemandResponse(lp, whole);
  addReserves(lp, whole);
  addBalance(lp, whole);
  lp.clearCosts();
  const share = lp.variable('share', 0, 1, -1);
  for (const [hour, asked] of mw.entries())
    lp.row(`asked_${hour}`, { [`bid_${bids.length}_0_${hour}`]: 1, [share]: -asked }, '=', 0);
  return -optimum(lp.text());
}
