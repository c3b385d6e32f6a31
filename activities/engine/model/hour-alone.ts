/**
 * One hour of a case alone, in which every unit may have any output up to its largest and every storage may give and take
 * what it can: whatever is impossible there is impossible in the case. Case and network are both of that hour, since
 * limits of lines differ by hour.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Case, CaseGenerator } from '../../case/case.ts';
import { createConstants } from '../../case/constants.ts';
import { readGenerator, UNDECIDED } from '../../case/read-elements.ts';
import { sliceCase } from '../../case/slice-case.ts';
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
  const hour = hourAlone(prepared.instance.case, t);
  const instance = toInstance(hour, networkOf(hour).network);
  const formulation = formulate(instance);
  const alone: PreparedCase = { ...prepared, instance };
  const opened = await openSecureModel(alone, formulation, open);
  return { alone, formulation, ...opened };
}

const UNRAMPED = { ramp_up: Number.POSITIVE_INFINITY, ramp_down: Number.POSITIVE_INFINITY } as const;

/** No rule that ties hours together, no reserve, no costs. */
function hourAlone(given: Case, t: number): Case {
  const hour = sliceCase(given, t, t + 1);
  const constants = createConstants(1);
  return {
    ...hour,
    relaxed: given.jobType === 'ed',
    emission_limit_t: undefined,
    reserves: [],
    generators: given.generators.map((unit) => readGenerator(anyOutput(unit, t), UNDECIDED, constants)),
    dc_lines: hour.dc_lines.map((line) => ({ ...line, cost_usd_per_mwh: 0, ...UNRAMPED })),
    renewables: hour.renewables.map((item) => ({
      ...item,
      marginal_cost: 0,
      energy_limits: [],
      p_min: [Math.min(amountAt(item.p_min, 0), amountAt(item.p_max, 0))],
    })),
    storage: hour.storage.map((item) => {
      const room = item.charge_mw + item.discharge_mw;
      const energy = { energy_mwh: 2 * room, initial_mwh: room, final_mwh: 0 };
      return { ...item, ...energy, efficiency: 1, final_value_usd_per_mwh: 0 };
    }),
  };
}

function anyOutput({ name, bus, leastOutput, p_max }: CaseGenerator, t: number) {
  return {
    name,
    bus,
    p_min: Math.min(0, leastOutput),
    p_max: Math.max(0, amountAt(p_max, t)),
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
