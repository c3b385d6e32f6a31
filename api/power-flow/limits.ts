/**
 * Thresholds of the power-flow checks, each a setting with its unit and source, and functions that compare and round
 * values. Limits are inclusive; quantities have four decimals, percentages two.
 */
import { type InferType, number, object } from 'yup';
import type { Unit } from '../../temporal/case/elements/units.ts';

const limit = (value: number, unit: Unit | '', description: string) =>
  number()
    .min(0)
    .default(value)
    .meta({ description, ...(unit && { unit }) });

export const limitSettings = object({
  PF_Z_MIN_OHM: limit(0.001, 'ohm', 'Smaller impedances count as zero (pandapower min_r_ohm, min_x_ohm)'),
  PF_Z_WARN_OHM: limit(100, 'ohm', 'Larger impedances are unusual (pandapower max_x_ohm)'),
  PF_Z_ERROR_OHM: limit(1000, 'ohm', 'Larger impedances are impossible: some 3000 km of line'),
  PF_RX_WARN: limit(1, '', 'Larger R/X is unusual at 60 kV and above'),
  PF_RX_ERROR: limit(10, '', 'Larger R/X is impossible, also for low-voltage cables'),
  PF_RX_LOW: limit(0.01, '', 'Smaller R/X, other than 0, is unusual'),
  PF_V_NORMAL_MIN_PU: limit(0.95, 'pu', 'Normal voltage (ANSI C84.1 range A)'),
  PF_V_NORMAL_MAX_PU: limit(1.05, 'pu', 'Normal voltage (ANSI C84.1 range A)'),
  PF_V_MIN_PU: limit(0.9, 'pu', 'Voltage limit (EN 50160)'),
  PF_V_MAX_PU: limit(1.1, 'pu', 'Voltage limit (EN 50160)'),
  PF_V_UNREALISTIC_MIN_PU: limit(0.5, 'pu', 'Lower voltages are mistakes (OpenLoadFlow)'),
  PF_V_UNREALISTIC_MAX_PU: limit(2, 'pu', 'Higher voltages are mistakes (OpenLoadFlow)'),
  PF_ANGLE_DIFFERENCE_WARN_DEG: limit(30, 'deg', 'Angle difference across a line: larger is unusual'),
  PF_ANGLE_DIFFERENCE_MAX_DEG: limit(60, 'deg', 'Angle difference across a line: limit (PowerModels)'),
  PF_BUS_ANGLE_WARN_DEG: limit(90, 'deg', 'Bus angle from the reference: larger is unusual'),
  PF_BUS_ANGLE_MAX_DEG: limit(180, 'deg', 'Bus angle from the reference: limit'),
  PF_LOADING_WARN_PCT: limit(90, '%', 'Loading from which a line counts as nearly full'),
  PF_LOADING_MAX_PCT: limit(100, '%', 'Highest loading without a violation'),
  GRID_FREQUENCY_HZ: limit(60, 'Hz', 'Nominal frequency'),
  PF_ROCOF_LIMIT_HZ_S: limit(1, 'Hz/s', 'Limit of the rate of change of frequency; half of it warns'),
  PF_REFERENCE_LOSS_MW: limit(500, 'MW', 'Loss of power that the inertia must withstand'),
  PF_REFERENCE_INCIDENT_MW: limit(3000, 'MW', 'Larger losses are implausible (Continental Europe)'),
  PF_PLAUSIBLE_POWER_MW: limit(
    10_000,
    'MW',
    'More from one unit or line indicates a wrong unit (OpenLoadFlow)',
  ),
  PF_V_BASE_MISMATCH_PCT: limit(10, '%', 'Allowed difference of base voltages at the ends of a line'),
  PF_V_STANDARD_PCT: limit(2.5, '%', 'Distance to a standard nominal voltage'),
  PF_Q_MISMATCH_LOW_MVAR: limit(5, 'MVAr', 'Reactive mismatch of a line: none below this'),
  PF_Q_MISMATCH_MEDIUM_MVAR: limit(10, 'MVAr', 'Reactive mismatch of a line: low below this'),
  PF_Q_MISMATCH_HIGH_MVAR: limit(50, 'MVAr', 'Reactive mismatch of a line: medium below this'),
  PF_Q_MISMATCH_CRITICAL_MVAR: limit(200, 'MVAr', 'Reactive mismatch of a line: high below this'),
  PF_Q_IMBALANCE_LOW_PCT: limit(5, '%', 'Reactive mismatch relative to the larger flow: none below this'),
  PF_Q_IMBALANCE_MEDIUM_PCT: limit(20, '%', 'Reactive mismatch relative to the larger flow: low below this'),
  PF_Q_IMBALANCE_HIGH_PCT: limit(50, '%', 'Reactive mismatch relative to the larger flow: medium below this'),
  PF_Q_DROP_PU: limit(0.15, 'pu', 'Larger voltage drops by reactive flow are not physical'),
  PF_P_ANGLE_RAD: limit(0.6, 'rad', 'Larger angles by active flow are not physical'),
  PF_REACTIVE_MARGIN_PCT: limit(5, '%', 'Thinner reactive margins warn (WECC: 105 % load)'),
});
export type PowerFlowLimits = InferType<typeof limitSettings>;

/** Thresholds used without settings. */
export const DEFAULT_LIMITS: PowerFlowLimits = limitSettings.getDefault();

/** Numerical tolerance of comparisons with inclusive limits. */
export const SLACK = 1e-9;

export const isAbove = (value: number, limit: number): boolean => value > limit + SLACK;
export const isBelow = (value: number, limit: number): boolean => value < limit - SLACK;

/** True for a number that is present, not NaN and not infinite. */
export const isFiniteNumber = (value: number | null | undefined): value is number => Number.isFinite(value);

export const round = (value: number): number => roundTo(value, 1e4);
export const roundPercent = (value: number): number => roundTo(value, 1e2);

/** Magnitude from which floating-point numbers have no decimals to round. */
const TOO_LARGE = 1e15;

/** Rounds half away from zero, so that -x rounds like x; the result is never -0. */
function roundTo(value: number, scale: number): number {
  if (!(Math.abs(value) < TOO_LARGE / scale)) return value;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale + 0;
}

/** Replaces infinity by the largest number: sums and ratios of valid numbers may overflow, and JSON has no infinity. */
export const clampToFinite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
