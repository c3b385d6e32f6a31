/** Reduces a result to its decisions, as other tools state them. */
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { GivenSchedule } from '../../../temporal/case/messages/verification.ts';

/** Strips a schedule. `decimals`: precision of its powers, as in files. */
export function strippedSchedule(result: SolveResult, decimals = 9): GivenSchedule {
  const { commitment, dispatch_mw, renewable_mw, storage, reserve_mw, dc_flow_mw, unserved_mw } = result;
  const { reserve_shortfall_mw, phase_shift_deg } = result;
  const schedule = {
    commitment,
    dispatch_mw,
    ...(renewable_mw && { renewable_mw }),
    ...(reserve_mw && { reserve_mw }),
    ...(reserve_shortfall_mw && { reserve_shortfall_mw }),
    ...(dc_flow_mw && { dc_flow_mw }),
    ...(phase_shift_deg && { phase_shift_deg }),
    ...(unserved_mw && { unserved_mw }),
    ...(storage && {
      storage: Object.fromEntries(
        Object.entries(storage).map(([name, { charge_mw, discharge_mw }]) => [
          name,
          { charge_mw, discharge_mw },
        ]),
      ),
    }),
  };
  const round = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toFixed(decimals)) : value;
  return JSON.parse(JSON.stringify(schedule, round));
}
