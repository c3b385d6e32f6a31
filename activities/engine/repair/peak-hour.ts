/**
 * The hour with the highest load alone, in which every unit may have any output up to its largest and every storage may
 * give and take what it can: whatever is impossible there is impossible in the case. A large network whose limits are too
 * tight is refused by it in a second, where the relaxation of all hours would take minutes. Payload and network are both of
 * that hour alone: limits of lines differ by hour.
 */
import { withSeries } from '../../../temporal/case/arithmetic/fields.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Milp } from '../../milp/model.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import { formulate } from '../../uc/formulation/index.ts';
import { toInstance } from '../../uc/instance.ts';
import { type Clock, shareOfClock } from '../base/clock.ts';
import { networkOf, type PreparedCase } from '../base/prepared-case.ts';
import { openSecureModel } from '../model/secure-model.ts';
import { elasticCauses } from './diagnose.ts';

/** With fewer lines the relaxation of the whole case is as quick. */
const MANY_LINES = 300;
/** Share of the time that is left for the relaxation of the hour, and again for its causes. */
const SHARE = 0.3;

/** Why the hour is impossible; undefined when it is not, or that is not known in time. */
export async function impossiblePeak(
  prepared: PreparedCase,
  jobType: JobType,
  open: (milp: Milp) => Promise<SolverSession>,
  clock: Clock,
): Promise<Cause[] | undefined> {
  const { network, payload, periods } = prepared.instance;
  if (jobType === 'ed' || periods === 1 || network.lines.length < MANY_LINES) return undefined;
  const hour = peakHour(payload);
  const alone = hourAlone(payload, hour);
  const instance = toInstance(alone, jobType, networkOf(alone, jobType).network);
  const { session, model } = await openSecureModel({ ...prepared, instance }, formulate(instance), open);
  try {
    if (model.relax(shareOfClock(clock, SHARE)).outcome !== 'infeasible') return undefined;
  } finally {
    session.dispose();
  }
  return elasticCauses(alone, jobType, shareOfClock(clock, SHARE), hour);
}

function peakHour({ loads, renewables = [], horizon }: SolvePayload): number {
  let [peak, most] = [0, Number.NEGATIVE_INFINITY];
  for (let t = 0; t < horizon; t++) {
    const load = loads.reduce((mw, { values }) => mw + amountAt(values, t), 0);
    const net = renewables.reduce((mw, { p_max }) => mw - amountAt(p_max, t), load);
    if (net > most) [peak, most] = [t, net];
  }
  return peak;
}

/** A relaxation of the case: no rule that ties hours together, no reserve, no costs. */
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
