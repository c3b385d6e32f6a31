/** Converts the network of a payload to that of a case, with the defaults and units of `read-case.ts`. */
import type { DcLine, Interface, Line, PhaseShifter, SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Hours, JudgedCase, JudgedDcLine, JudgedInterface, JudgedLine } from './case.ts';
import { type Hourly, type Intervals, isList, NO_LIMIT } from './read-intervals.ts';
import { at } from './series.ts';

export function readNetwork(
  payload: SolvePayload,
  jobType: JobType,
  intervals: Intervals,
): Pick<JudgedCase, 'transmission_lines' | 'dc_lines' | 'interfaces' | 'contingencies' | 'isPlate'> {
  const { options = {}, contingencies = [] } = payload;
  const isSecure = jobType === 'scuc';
  const hasNetwork = isSecure || (jobType === 'ed' && options.network === true);
  const { transmission_lines: lines = [], dc_lines = [], interfaces = [] } = hasNetwork ? payload : {};
  const shifters = new Map((payload.phase_shifters ?? []).map((item) => [item.line, item]));
  const inForce = (isSecure ? contingencies : []).filter(({ enabled }) => enabled !== false);
  // With branches, in service or not, or for a stored network, power passes only over branches in service.
  const hasIslands = lines.length + dc_lines.length > 0 || (isSecure && options.network === true);
  return {
    transmission_lines: lines.map((line) => readLine(line, shifters.get(line.id), intervals)),
    dc_lines: dc_lines.filter((line) => line.in_service !== false).map((line) => readDcLine(line, intervals)),
    interfaces: interfaces
      .filter(({ contingency }) => contingency === undefined || inForce.some(({ id }) => id === contingency))
      .map((item) => readInterface(item, intervals)),
    contingencies: inForce.map(({ id, lines = [], generators = [] }) => ({ id, lines, generators })),
    isPlate: !hasIslands,
  };
}

const readDcLine = (
  { in_service: _, initial_power_mw, ...line }: DcLine,
  { h, series }: Intervals,
): JudgedDcLine => ({
  ...line,
  p_min_mw: series(line.p_min_mw),
  p_max_mw: series(line.p_max_mw),
  loss_factor: line.loss_factor ?? 0,
  cost_usd_per_mwh: (line.cost_usd_per_mwh ?? 0) * h,
  ramp_up: (line.ramp_up ?? NO_LIMIT) * h,
  ramp_down: (line.ramp_down ?? NO_LIMIT) * h,
  initial_power_mw,
});

function readInterface(
  { contingency, ...item }: Interface,
  { h, hours, series }: Intervals,
): JudgedInterface {
  const limits = (mw: Interface['p_min_mw'], none: number): Hours =>
    isList(mw)
      ? hours.map((hour) => (mw[hour] === undefined ? Number.NaN : (mw[hour] ?? none)))
      : series(mw ?? none);
  return {
    ...item,
    dc_lines: item.dc_lines ?? [],
    p_min_mw: limits(item.p_min_mw, -NO_LIMIT),
    p_max_mw: limits(item.p_max_mw, NO_LIMIT),
    penalty_usd_per_mwh: (item.penalty_usd_per_mwh ?? NO_LIMIT) * h,
    contingency,
  };
}

/**
 * A normal rating of null or 0 is no limit. In a list of emergency ratings null is no limit; any other missing rating,
 * or 0, is the normal rating of that hour.
 */
function readLine(
  line: Line & Hourly<'rating_mw' | 'emergency_rating_mw', number | null>,
  shifter: PhaseShifter | undefined,
  { hours, h, series }: Intervals,
): JudgedLine {
  const hourly = (values: readonly (number | null)[], limit: (mw: number | null, hour: number) => number) =>
    hours.map((hour) => {
      const mw = values[hour];
      return mw === undefined ? Number.NaN : limit(mw, hour);
    });
  const { rating_mw_profile: rating = line.rating_mw, penalty_usd_per_mwh: penalty = NO_LIMIT } = line;
  const { emergency_rating_mw_profile: emergency = line.emergency_rating_mw } = line;
  const normal = isList(rating) ? hourly(rating, (mw) => mw || NO_LIMIT) : series(rating || NO_LIMIT);
  return {
    ...line,
    rating_mw: normal,
    emergency_rating_mw: isList(emergency)
      ? hourly(emergency, (mw, hour) => (mw === null ? NO_LIMIT : mw || at(normal, hour)))
      : emergency
        ? series(emergency)
        : normal,
    r_pu: line.r_pu ?? 0,
    phase_shift_deg: line.phase_shift_deg ?? 0,
    penalty_usd_per_mwh: isList(penalty) ? series(penalty.map((usd) => usd * h)) : series(penalty * h),
    in_service: line.in_service !== false,
    shifter: shifter && {
      least: shifter.min_deg,
      most: shifter.max_deg,
      cost: (shifter.cost_usd_per_deg_h ?? 0) * h,
    },
  };
}
