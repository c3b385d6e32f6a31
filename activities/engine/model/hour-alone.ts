/**
 * One hour of a case alone, in which every unit may have any output up to its largest and every storage may give and take
 * what it can: whatever is impossible there is impossible in the case. Payload and network are both of that hour, since
 * limits of lines differ by hour.
 */
import { withSeries } from '../../../temporal/case/arithmetic/fields.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Milp } from '../../milp/model.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import { formulate } from '../../uc/formulation/index.ts';
import { toInstance } from '../../uc/to-instance.ts';
import { networkOf, type PreparedCase } from '../base/prepared-case.ts';
import { openSecureModel } from './secure-model.ts';

/** `t`: position of the hour. The session is to be disposed of. */
export async function openHour(
  prepared: PreparedCase,
  t: number,
  open: (milp: Milp) => Promise<SolverSession>,
) {
  const { payload, jobType } = prepared.instance;
  const alone = hourAlone(payload, t);
  const instance = toInstance(alone, jobType, networkOf(alone, jobType).network);
  const formulation = formulate(instance);
  const opened = await openSecureModel({ ...prepared, instance }, formulation, open);
  return { alone, formulation, ...opened };
}

/** No rule that ties hours together, no reserve, no costs. */
function hourAlone(payload: SolvePayload, t: number): SolvePayload {
  const { loads, generators, renewables = [], storage = [], transmission_lines, dc_lines } = payload;
  const { contingencies, options, interval_minutes } = payload;
  return {
    horizon: 1,
    ...(interval_minutes && { interval_minutes }),
    loads: loads.map(({ bus, values }) => ({ bus, values: [amountAt(values, t)] })),
    generators: generators.map((unit) => anyOutput(unit, t)),
    renewables: renewables.map(({ name, bus, p_min, p_max }) => ({
      name,
      bus,
      p_min: [Math.min(amountAt(p_min, t), amountAt(p_max, t))],
      p_max: [amountAt(p_max, t)],
    })),
    storage: storage.map(({ name, bus, charge_mw, discharge_mw }) => {
      const room = charge_mw + discharge_mw;
      const energy = { energy_mwh: 2 * room, initial_mwh: room };
      return { name, bus, charge_mw, discharge_mw, efficiency: 1, ...energy };
    }),
    ...(transmission_lines && {
      transmission_lines: transmission_lines.map((line) =>
        withSeries('transmission_lines', line, (values) => values.slice(t, t + 1)),
      ),
    }),
    ...(dc_lines && { dc_lines }),
    ...(contingencies && { contingencies }),
    ...(options && { options }),
  };
}

function anyOutput({ name, bus, p_min, p_max, p_max_profile }: Generator, t: number): Generator {
  const most = p_max_profile?.[t] ?? p_max;
  return {
    name,
    bus,
    p_min: Math.min(0, p_min),
    p_max: Math.max(0, most),
    marginal_cost: 0,
    no_load_cost: 0,
    startup_cost: 0,
    ramp_up: null,
    ramp_down: null,
    min_uptime: 0,
    min_downtime: 0,
    initial_status: 0,
  };
}
