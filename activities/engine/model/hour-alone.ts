/**
 * One hour of a case, solved alone. Every unit may have any output up to its maximum, and every storage any power
 * within its limits. So if the hour is infeasible, the case is infeasible too. Case and network have only the data of
 * this hour, since line limits differ by hour.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Case, CaseGenerator } from '../../case/case.ts';
import { createConstants } from '../../case/constants.ts';
import { readGenerator, UNDECIDED } from '../../case/read-elements.ts';
import { readStorage } from '../../case/read-storage.ts';
import { sliceCase } from '../../case/slice-case.ts';
import type { Milp } from '../../milp/model.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import { formulate } from '../../uc/formulation/index.ts';
import { toInstance } from '../../uc/to-instance.ts';
import { networkOf, type PreparedCase } from '../base/prepared-case.ts';
import { openSecureModel } from './secure-model.ts';

/** Opens a session with the model of an hour. `t`: position of the hour. The caller disposes of the session. */
export async function openHour(
  prepared: PreparedCase,
  t: number,
  open: (milp: Milp) => Promise<SolverSession>,
) {
  const hour = hourAlone(prepared.instance.case, t);
  const instance = toInstance(hour, networkOf(hour).network, prepared.factors);
  const formulation = formulate(instance);
  const alone: PreparedCase = { ...prepared, instance };
  const opened = await openSecureModel(alone, formulation, open);
  return { alone, formulation, ...opened };
}

const UNRAMPED = { ramp_up: Number.POSITIVE_INFINITY, ramp_down: Number.POSITIVE_INFINITY } as const;

/** The case of one hour, without reserve, costs, and rules that couple hours. */
function hourAlone(source: Case, t: number): Case {
  const hour = sliceCase(source, t, t + 1);
  const constants = createConstants(1);
  return {
    ...hour,
    relaxed: source.jobType === 'ed',
    emission_limit_t: undefined,
    fuel_limits: [],
    reserves: [],
    generators: source.generators.map((unit) => readGenerator(anyOutput(unit, t), UNDECIDED, constants)),
    dc_lines: hour.dc_lines.map((line) => ({ ...line, cost_usd_per_mwh: 0, ...UNRAMPED })),
    transmission_lines: hour.transmission_lines.map((line) => ({
      ...line,
      shifter: line.shifter && { ...line.shifter, cost_usd_per_deg_h: 0 },
    })),
    renewables: hour.renewables.map((item) => ({
      ...item,
      marginal_cost: [0],
      energy_limits: [],
      p_min: [Math.min(amountAt(item.p_min, 0), amountAt(item.p_max, 0))],
    })),
    bids: hour.bids.map(({ blocks, ...bid }) => ({
      ...bid,
      blocks: blocks.map(({ mw }) => ({ mw, usd_per_mwh: [0] })),
    })),
    demand_response: hour.demand_response.map((item) => ({
      ...item,
      ...{ cost_usd_per_mwh: 0, recover_share: 0, most_of_day: Number.POSITIVE_INFINITY },
    })),
    storage: hour.storage.map((item) => {
      const [charge_mw, discharge_mw] = [amountAt(item.charge_mw, 0), amountAt(item.discharge_mw, 0)];
      const room = charge_mw + discharge_mw;
      const free = { name: item.name, bus: item.bus, charge_mw, discharge_mw, efficiency: 1 };
      return readStorage({ ...free, energy_mwh: 2 * room, initial_mwh: room }, constants);
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
