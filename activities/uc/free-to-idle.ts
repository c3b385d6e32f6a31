/**
 * Whether a unit that is on may stay on at no cost, with every output that stopping and starting again would allow:
 * then some optimum does not stop it. One that also starts for nothing may be on from the first hour in which it can.
 */
import type { Unit } from './instance.ts';

type Limits = Pick<
  Unit,
  | 'pMin'
  | 'cost'
  | 'mayBeOn'
  | 'rampUp'
  | 'rampDown'
  | 'startupRamp'
  | 'shutdownRamp'
  | 'shutdownRampBefore'
  | 'onBefore'
>;

export function isFreeToIdle({ pMin, cost, mayBeOn, onBefore, ...ramps }: Limits): boolean {
  const { rampUp, rampDown, startupRamp, shutdownRamp, shutdownRampBefore } = ramps;
  const costsNothing = pMin.every((mw) => mw === 0) && cost.every(({ fixed }) => fixed <= 0);
  const isNeverHeldOff = mayBeOn.every((may, t) => may || (t === 0 ? !onBefore : !mayBeOn[t - 1]));
  const startsNoHigher = startupRamp.every((mw) => mw <= rampUp);
  const stopsFromNoHigher = [shutdownRampBefore, ...shutdownRamp].every((mw) => mw <= rampDown);
  return costsNothing && isNeverHeldOff && startsNoHigher && stopsFromNoHigher;
}
