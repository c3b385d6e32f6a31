/** AC check of a schedule: a power flow of each interval, and the limits that it exceeds. */
import {
  type AcCheck,
  type AcData,
  type AcInterval,
  type AcSchedule,
  MOST_LISTED,
} from '../../temporal/case/messages/ac-check.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { type AcCase, toAcCase } from './ac-case.ts';
import { type AcNetwork, branchAdmittance, get } from './ac-network.ts';
import { BASE_MVA } from './injections.ts';
import { TOLERANCE } from './newton.ts';
import {
  type IntervalSolution,
  LIMIT_TOLERANCE,
  type OperatingPoint,
  solveInterval,
} from './solve-interval.ts';

/** Tolerance of voltage limits, pu, and of ratings, as a share. */
const EXCESS = 1e-6;
const DEGREES = 180 / Math.PI;

/** Requires AC data in which temporal/case/checks/ac-problems.ts finds no problem. */
export function acCheck(payload: SolvePayload, schedule: AcSchedule, ac: AcData): AcCheck {
  const acCase = toAcCase(payload, schedule, ac);
  const intervals: AcInterval[] = [];
  const extremes = { lowest: [] as Extreme[], highest: [] as Extreme[] };
  const voltages = acCase.buses.map(() => ({ v: [] as number[], angle: [] as number[] }));
  let last: IntervalSolution | undefined;
  for (let interval = 0; interval < payload.horizon; interval++) {
    const point = acCase.pointAt(interval);
    const limited = ac.reactive_limits ? point : withoutLimits(point);
    const network = acCase.networkAt(interval);
    const solution = solveInterval(network, acCase.slack, limited, last);
    if (solution.converged) last = solution;
    const scheduled = schedule.losses_mw?.[interval] ?? null;
    intervals.push(intervalOf(acCase, network, interval, point, solution, scheduled));
    if (solution.converged) noteExtremes(acCase, interval, solution, extremes);
    if (ac.with_voltages)
      for (const [bus, { v, angle }] of voltages.entries()) {
        v.push(get(solution.v, bus));
        angle.push(get(solution.angle, bus) * DEGREES);
      }
  }
  const series = (values: (bus: number) => number[]) =>
    Object.fromEntries(acCase.buses.map((bus, position) => [`bus_${bus}`, values(position)]));
  return {
    base_mva: ac.base_mva,
    tolerance_mva: TOLERANCE * BASE_MVA,
    assumptions: acCase.assumptions,
    summary: summaryOf(intervals, (payload.interval_minutes ?? 60) / 60, extremes),
    intervals,
    ...(ac.with_voltages && {
      v_pu: series((bus) => voltages[bus]?.v ?? []),
      angle_deg: series((bus) => voltages[bus]?.angle ?? []),
    }),
  };
}

const withoutLimits = (point: OperatingPoint): OperatingPoint => ({
  ...point,
  qMin: point.qMin.map(() => Number.NEGATIVE_INFINITY),
  qMax: point.qMax.map(() => Number.POSITIVE_INFINITY),
});

function intervalOf(
  acCase: AcCase,
  network: AcNetwork,
  interval: number,
  point: OperatingPoint,
  solution: IntervalSolution,
  scheduled: number | null,
): AcInterval {
  const { buses } = acCase;
  const { converged, iterations, mismatch } = solution;
  const outside = converged ? voltagesOutside(acCase, solution) : [];
  const overloads = converged ? branchesAbove(acCase, network, interval, solution) : [];
  const atLimit = converged ? busesAtLimit(buses, point, solution) : [];
  return {
    interval,
    converged,
    iterations,
    largest_mismatch_mva: mismatch * BASE_MVA,
    mismatch_bus: buses[solution.bus] ?? 0,
    losses_mw: converged ? solution.p.reduce((sum, p) => sum + p, 0) * BASE_MVA : null,
    scheduled_losses_mw: scheduled,
    slack: converged
      ? acCase.slack.map((position) => {
          const [scheduled_mw, p_mw] = [
            get(point.p, position) * BASE_MVA,
            get(solution.p, position) * BASE_MVA,
          ];
          const q_mvar = get(solution.q, position) * BASE_MVA;
          return { bus: buses[position] ?? 0, scheduled_mw, p_mw, change_mw: p_mw - scheduled_mw, q_mvar };
        })
      : [],
    voltage_violations: outside.length,
    overloads: overloads.length,
    reactive_limits: atLimit.length,
    voltages_outside: worstOf(outside, ({ v_pu, limit_pu }) => Math.abs(v_pu - limit_pu)),
    branches_above_rating: worstOf(overloads, ({ loading_pct }) => loading_pct),
    buses_at_reactive_limit: worstOf(atLimit, ({ v_pu, v_set_pu, q_mvar, limit_mvar }) =>
      Math.max(Math.abs(v_pu - v_set_pu), Math.abs(q_mvar - limit_mvar) / BASE_MVA),
    ),
  };
}

/** The items with the largest values, largest first, at most MOST_LISTED. */
const worstOf = <T>(items: readonly T[], value: (item: T) => number): T[] =>
  [...items].sort((a, b) => value(b) - value(a)).slice(0, MOST_LISTED);

const voltagesOutside = ({ buses, vMin, vMax }: AcCase, { v }: IntervalSolution) =>
  buses.flatMap((bus, position): AcInterval['voltages_outside'] => {
    const [v_pu, least, most] = [get(v, position), get(vMin, position), get(vMax, position)];
    if (v_pu < least - EXCESS) return [{ bus, v_pu, limit: 'min', limit_pu: least }];
    return v_pu > most + EXCESS ? [{ bus, v_pu, limit: 'max', limit_pu: most }] : [];
  });

const branchesAbove = (
  { rating }: AcCase,
  { branches }: AcNetwork,
  interval: number,
  solution: IntervalSolution,
) =>
  branches.flatMap((branch, position): AcInterval['branches_above_rating'] => {
    const { id, from, to } = branch;
    const rating_mva = rating(position, interval);
    if (!Number.isFinite(rating_mva)) return [];
    const [gff, bff, gft, bft, gtf, btf, gtt, btt] = branchAdmittance(branch);
    const flow = Math.max(
      apparentPower([gff, bff, gft, bft], solution, from, to),
      apparentPower([gtt, btt, gtf, btf], solution, to, from),
    );
    const flow_mva = flow * BASE_MVA;
    if (!(flow_mva > rating_mva * (1 + EXCESS))) return [];
    return [{ line_id: id, flow_mva, rating_mva, loading_pct: (100 * flow_mva) / rating_mva }];
  });

/** Apparent power into a branch at its end `near`, pu: V |y_own V + y_other V_far|. */
function apparentPower(
  [g, b, gOther, bOther]: readonly [number, number, number, number],
  { v, angle }: IntervalSolution,
  near: number,
  far: number,
): number {
  const difference = get(angle, far) - get(angle, near);
  const [cos, sin] = [get(v, far) * Math.cos(difference), get(v, far) * Math.sin(difference)];
  const real = g * get(v, near) + gOther * cos - bOther * sin;
  const imaginary = b * get(v, near) + gOther * sin + bOther * cos;
  return get(v, near) * Math.hypot(real, imaginary);
}

/** Buses whose units are at a reactive limit, or exceed one to hold the voltage. */
const busesAtLimit = (buses: readonly number[], point: OperatingPoint, solution: IntervalSolution) =>
  buses.flatMap((bus, position): AcInterval['buses_at_reactive_limit'] => {
    if (point.isHeld[position] === 0) return [];
    const q = get(solution.q, position) - get(point.q, position);
    const [least, most] = [get(point.qMin, position), get(point.qMax, position)];
    const side = get(solution.atLimit, position);
    const isUpper = side > 0 || q > most + LIMIT_TOLERANCE;
    if (!isUpper && side === 0 && q >= least - LIMIT_TOLERANCE) return [];
    return [
      {
        bus,
        limit: isUpper ? 'max' : 'min',
        q_mvar: q * BASE_MVA,
        limit_mvar: (isUpper ? most : least) * BASE_MVA,
        v_pu: get(solution.v, position),
        v_set_pu: get(point.vSet, position),
        held: side === 0,
      },
    ];
  });

type Extreme = NonNullable<AcCheck['summary']['lowest_voltage']>;

/** Adds the lowest and the highest voltage of an interval to `extremes`. */
function noteExtremes(
  { buses }: AcCase,
  interval: number,
  { v }: IntervalSolution,
  extremes: { readonly lowest: Extreme[]; readonly highest: Extreme[] },
): void {
  const of = (value: number): Extreme => ({ interval, bus: buses[v.indexOf(value)] ?? 0, v_pu: value });
  extremes.lowest.push(of(v.reduce((a, b) => Math.min(a, b))));
  extremes.highest.push(of(v.reduce((a, b) => Math.max(a, b))));
}

function summaryOf(
  intervals: readonly AcInterval[],
  hours: number,
  { lowest, highest }: { readonly lowest: Extreme[]; readonly highest: Extreme[] },
): AcCheck['summary'] {
  const total = (value: (interval: AcInterval) => number) =>
    intervals.reduce((sum, interval) => sum + value(interval), 0);
  const changes = intervals.flatMap(({ slack }) => slack.map(({ change_mw }) => Math.abs(change_mw)));
  return {
    intervals: intervals.length,
    converged: total(({ converged }) => (converged ? 1 : 0)),
    voltage_violations: total(({ voltage_violations }) => voltage_violations),
    overloads: total(({ overloads }) => overloads),
    reactive_limits: total(({ reactive_limits }) => reactive_limits),
    losses_mwh: total(({ losses_mw }) => losses_mw ?? 0) * hours,
    largest_slack_change_mw: changes.reduce((a, b) => Math.max(a, b), 0),
    lowest_voltage: worstOf(lowest, ({ v_pu }) => -v_pu)[0] ?? null,
    highest_voltage: worstOf(highest, ({ v_pu }) => v_pu)[0] ?? null,
  };
}
