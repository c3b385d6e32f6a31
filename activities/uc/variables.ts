/** Where each variable of the model is: its column, by position in the instance and hour. formulation/variables.ts makes them. */
import type { Column } from '../milp/model.ts';

/** Reserve for product q, MW; -1 where the product is none of theirs. */
export interface ReserveVariables {
  reserve(q: number, g: number, t: number): Column;
  storageReserve(q: number, s: number, t: number): Column;
  renewableReserve(q: number, i: number, t: number): Column;
}

/** Columns of DC line d, MW; -1 where the line, which neither loses nor costs anything, needs no such column. */
export interface DcVariables {
  /** Power from its one end to its other. */
  dc(d: number, t: number): Column;
  /** Power sent the other way, if `dc` is only what is sent one way. */
  dcBack(d: number, t: number): Column;
  /** 1 while it sends the other way. */
  dcReversed(d: number, t: number): Column;
}

/** Index functions; g, i, s, d, k, q are positions in the instance, t is the hour. */
export interface Variables extends ReserveVariables, DcVariables {
  on(g: number, t: number): Column;
  startup(g: number, t: number): Column;
  shutdown(g: number, t: number): Column;
  /** p' >= 0, MW above minimum output. */
  above(g: number, t: number): Column;
  renewable(i: number, t: number): Column;
  charge(s: number, t: number): Column;
  discharge(s: number, t: number): Column;
  /** Energy at the end of the hour, MWh. */
  energy(s: number, t: number): Column;
  /** 1 while charging. */
  charging(s: number, t: number): Column;
  /** MW of sheddable load k that is not served. */
  unserved(k: number, t: number): Column;
  /** MW of requirement not met by product q. */
  shortfall(q: number, t: number): Column;
  /** Transmission losses of an island, MW. */
  losses(island: number, t: number): Column;
}
