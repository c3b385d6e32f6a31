/**
 * The column of each variable of the model, by position in the instance and hour. uc/formulation/variables.ts adds the
 * columns.
 */
import type { Column, Term } from '../milp/model.ts';
import type { Instance } from './instance.ts';

/** Columns of reserve product q, MW; -1 for an element that is not a provider. */
export interface ReserveVariables {
  reserve(q: number, g: number, t: number): Column;
  storageReserve(q: number, s: number, t: number): Column;
  renewableReserve(q: number, i: number, t: number): Column;
  /** Reserve of a unit that is off. */
  offReserve(q: number, g: number, t: number): Column;
}

/** Columns of DC line d, MW; -1 for columns that a line without losses and cost does not need. */
export interface DcVariables {
  /** Power from `from` to `to`, MW. If the line has a column `dcBack`, only the power in this direction. */
  dc(d: number, t: number): Column;
  /** Power from `to` to `from`, MW. */
  dcBack(d: number, t: number): Column;
  /** 1 while the line sends power from `to` to `from`. */
  dcReversed(d: number, t: number): Column;
}

/** Columns of phase shifter k of the network, deg. */
export interface ShiftVariables {
  /** Angle; of a shifter with a cost, its positive part. */
  shift(k: number, t: number): Column;
  /** Negative part of the angle of a shifter with a cost, else -1. */
  shiftBack(k: number, t: number): Column;
}

const difference = (forth: Column, back: Column): Term[] =>
  back < 0
    ? [[1, forth]]
    : [
        [1, forth],
        [-1, back],
      ];

/** Terms of the angle of a phase shifter, deg. */
export const shiftAngle = (x: ShiftVariables, k: number, t: number): Term[] =>
  difference(x.shift(k, t), x.shiftBack(k, t));

/** Terms of the power from `from` to `to`, MW, negative in the other direction. */
export const dcPower = (x: DcVariables, d: number, t: number): Term[] =>
  difference(x.dc(d, t), x.dcBack(d, t));

/**
 * Functions that return the position of a column. Arguments: g, i, s, d, k, q are positions in the instance, t is the
 * hour.
 */
export interface Variables extends ReserveVariables, DcVariables, ShiftVariables {
  on(g: number, t: number): Column;
  startup(g: number, t: number): Column;
  shutdown(g: number, t: number): Column;
  /** Output above minimum p' >= 0, MW. */
  above(g: number, t: number): Column;
  renewable(i: number, t: number): Column;
  /** 1 if bid b is accepted whole, one column for all hours if it is all or nothing; -1 if it may be accepted in part. */
  accepted(b: number, t: number): Column;
  /** Energy of demand response k that is still to come back at the end of the hour, MWh; -1 if none comes back. */
  owed(k: number, t: number): Column;
  /** 1 in the hours with a reduction; -1 without a limit of their number. */
  reducing(k: number, t: number): Column;
  charge(s: number, t: number): Column;
  discharge(s: number, t: number): Column;
  /** Inflow that is spilled, MW; -1 without inflow. */
  spill(s: number, t: number): Column;
  /** Energy at the end of the hour, MWh. */
  energy(s: number, t: number): Column;
  /** 1 while charging; fixed to 0 if the storage may charge and discharge at once and has no least charging power. */
  charging(s: number, t: number): Column;
  /** 1 while discharging; -1 without a least discharging power. */
  discharging(s: number, t: number): Column;
  /** Unserved part of sheddable load k, MW. */
  unserved(k: number, t: number): Column;
  /** Shortfall of the requirement of product q, MW. */
  shortfall(q: number, t: number): Column;
  /** Transmission losses of an island, MW. */
  losses(island: number, t: number): Column;
}

/** Shortfall of one product, which has a column for each step of its price. */
export const shortfallTerms = (
  { shortfalls }: Pick<Instance, 'shortfalls'>,
  x: Pick<Variables, 'shortfall'>,
  q: number,
  t: number,
): Term[] => shortfalls.flatMap((step, k): Term[] => (step.q === q ? [[1, x.shortfall(k, t)]] : []));
