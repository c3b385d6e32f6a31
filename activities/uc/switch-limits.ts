/**
 * Output limits of starts and stops. A ramp below the minimum output does not prevent a start or stop at the minimum
 * output. A startup_ramp or shutdown_ramp below it does (as in UnitCommitment.jl and PyPSA).
 */
import { periodsName } from '../../temporal/case/arithmetic/interval-words.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import type { Case, CaseGenerator } from '../case/case.ts';
import type { Unit } from './instance.ts';

/** Differences below this are rounding errors, MW. */
const ROUNDING_MW = 1e-6;

const isBelow = (limit: number, least: number): boolean => limit < least - ROUNDING_MW;

/**
 * Output limit of a start or stop, MW. `limit`: startup or shutdown limit of the case, MW; without it, the ramp is the
 * limit. `least`: minimum output, MW.
 */
export const switchLimit = (limit: number | undefined, ramp: number, least: number): number =>
  limit !== undefined && isBelow(limit, least) ? limit : Math.max(least, limit ?? ramp);

type Switches = Pick<Unit, 'mayStart' | 'mayStop'>;
/** The fields of a unit before the hours of its possible starts and stops are computed. */
type UnitLimits = Omit<Unit, keyof Switches | 'reserveMost' | 'quickStart'>;

/** Hours in which the unit can start, and hours in which it can stop, at its minimum output. */
export function switchHours(
  { pMin, startupRamp, shutdownRamp, shutdownRampBefore, powerBefore }: UnitLimits,
  beginsAnywhere: boolean,
): Switches {
  const leaves = (limits: readonly number[], t: number): boolean => !isBelow(limits[t] ?? 0, pMin[t] ?? 0);
  const stopsFirst = !isBelow(shutdownRampBefore, powerBefore ?? pMin[0] ?? 0);
  return {
    mayStart: pMin.map((_, t) => leaves(startupRamp, t)),
    mayStop: pMin.map((_, t) => (t === 0 ? beginsAnywhere || stopsFirst : leaves(shutdownRamp, t - 1))),
  };
}

/**
 * Commitment bounds with the initial status kept until it can change: a unit stays off until it can start, and on until
 * it can stop.
 */
export function heldBounds(
  { onBefore, mayBeOn, mustBeOn }: UnitLimits,
  { mayStart, mayStop }: Switches,
): Pick<Unit, 'mayBeOn' | 'mustBeOn'> {
  const first = (onBefore ? mayStop : mayStart).indexOf(true);
  const isHeld = (t: number): boolean => first < 0 || t < first;
  return onBefore
    ? { mayBeOn, mustBeOn: mustBeOn.map((must, t) => must || isHeld(t)) }
    : { mayBeOn: mayBeOn.map((may, t) => may && !isHeld(t)), mustBeOn };
}

/**
 * True if a unit that is on may stay on at no cost, with every output that a stop and a new start would allow. There is
 * then an optimum that never stops the unit. If the unit also starts at no cost, it is on from the first possible hour.
 */
export function isFreeToIdle({ pMin, cost, mayBeOn, onBefore, ...ramps }: UnitLimits): boolean {
  const { rampUp, rampDown, startupRamp, shutdownRamp, shutdownRampBefore } = ramps;
  const costsNothing = pMin.every((mw) => mw === 0) && cost.every(({ fixed }) => fixed <= 0);
  const isNeverHeldOff = mayBeOn.every((may, t) => may || (t === 0 ? !onBefore : !mayBeOn[t - 1]));
  const startsNoHigher = startupRamp.every((mw, t) => mw <= amountAt(rampUp, t));
  const last = pMin.length - 1;
  const stopsFromNoHigher = [shutdownRampBefore, ...shutdownRamp].every(
    (mw, t) => mw <= amountAt(rampDown, Math.min(t, last)),
  );
  return costsNothing && isNeverHeldOff && startsNoHigher && stopsFromNoHigher;
}

/** A unit that its own limits prevent from starting or stopping, with a message for the user. */
interface BlockedSwitch {
  readonly name: string;
  readonly message: string;
}

/** Units that cannot start or stop; empty for a dispatch without a commitment, in which every unit is available. */
export const blockedSwitches = ({ generators, interval_minutes, relaxed }: Case): BlockedSwitch[] =>
  relaxed
    ? []
    : generators.flatMap((unit) => [
        ...blocked(unit, 'startup_ramp', 'start', periodsName(interval_minutes)),
        ...blocked(unit, 'shutdown_ramp', 'stop', periodsName(interval_minutes)),
      ]);

function blocked(
  unit: CaseGenerator,
  field: 'startup_ramp' | 'shutdown_ramp',
  action: string,
  periods: string,
): BlockedSwitch[] {
  const limit = unit[field];
  if (limit === undefined) return [];
  const least = unit.p_min;
  const hours = least.filter((mw) => isBelow(limit, mw)).length;
  if (hours === 0) return [];
  const when = hours < least.length ? ` in ${hours} of ${least.length} ${periods}` : '';
  const above = `its minimum output of ${Math.max(...least)} MW`;
  const message = `${unit.name} cannot ${action}${when}: its ${field} of ${limit} MW is below ${above}`;
  return [{ name: unit.name, message }];
}
