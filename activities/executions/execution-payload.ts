/** What one window of an execution solves: its part of the network over the whole horizon, in the carried state. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import { networkPayload } from '../rolling/network-payload.ts';
import type { Window } from '../rolling/window.ts';
import { windowPayload } from '../rolling/window-payload.ts';

/**
 * Price of load that cannot be served in a rolling horizon, $/MWh: a day of shortage is a result of a long
 * study, and no reason to end it.
 */
const UNSERVED_USD_PER_MWH = 10_000;

export function executionPayload(
  { options, solver }: ExecutionRecord,
  model: PcmModel,
  network: NetworkContent,
  window: Window,
  state: RollingState | undefined,
): SolvePayload {
  const whole: SolvePayload = {
    ...networkPayload(network, {
      horizon: options.horizon,
      withNetwork: model.withNetwork,
      includeReserves: options.include_reserves,
      nMinus1: model.nMinus1,
    }),
    solver: solver.id,
    options: {
      mip_gap: solver.mip_gap,
      presolve: solver.presolve,
      random_seed: solver.random_seed,
      ...(model.rolling && { unserved_energy_usd_per_mwh: UNSERVED_USD_PER_MWH }),
    },
  };
  return model.rolling ? windowPayload(whole, window, state) : whole;
}
