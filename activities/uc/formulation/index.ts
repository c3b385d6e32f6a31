/**
 * The unit-commitment MILP, one constraint family per file. Rows that are added only when a solution violates them are
 * built elsewhere: flow limits (flow-limit.ts), tangents of losses (loss-tangent.ts), limits of deliverable output
 * (deliverable-output.ts), rounding cuts (flow-relief.ts) and the rows of the pool. Rows of single units come first,
 * then their ramps and the rows that couple units.
 *
 *     variables          variables.ts          Garver 1962; Morales-España et al. 2013
 *     logic              commitment.ts         Garver 1962
 *     min up/down        commitment.ts         Rajan, Takriti 2005
 *     generation limits  generation-limits.ts  Gentile et al. 2017; Pan, Guan 2016; Knueven et al. 2020
 *     ramps              ramps.ts              Damcı-Kurt et al. 2016
 *     start-up cost      startup.ts            Knueven et al. 2020 (matching)
 *     cost segments      cost-segments.ts      Knueven et al. 2018
 *     reserve            reserve.ts            Morales-España et al. 2013
 *     reserve limits     reserve-limits.ts     Morales-España et al. 2013; Ela et al. 2011
 *     storage            storage.ts
 *     DC lines           dc-lines.ts           Kundur 1994, 10.9
 *     bids               bids.ts
 *     demand response    demand-response.ts
 *     balance            balance.ts            pglib-uc (2)
 *     generator outages  generator-outages.ts
 *     emissions          emissions.ts
 *     energy limits      energy-limits.ts      Wood, Wollenberg, Sheblé 2013, 6 (limited energy supply)
 *     cycle limits       cycle-limits.ts
 *     fuel limits        fuel-limits.ts        Wood, Wollenberg, Sheblé 2013, 6 (take-or-pay fuel contracts)
 *     interfaces         interface-limits.ts
 *     numbers of units   unit-counts.ts        Knueven, Ostrowski, Watson 2018
 *     capacity           capacity.ts
 */
import { type Column, MilpBuilder, type Row } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';
import { addBalance, type Injections, toInjections } from './balance.ts';
import { addBids } from './bids.ts';
import { addCapacity } from './capacity.ts';
import { addLogic, addMinimumTimes } from './commitment.ts';
import { addCostSegments } from './cost-segments.ts';
import { addDcLines } from './dc-lines.ts';
import { addDemandResponse } from './demand-response.ts';
import { FAMILIES } from './families.ts';
import type { FamilyRows } from './family.ts';
import { addGenerationLimits } from './generation-limits.ts';
import { addRamps } from './ramps.ts';
import { addReserve, reserveTerms } from './reserve.ts';
import { addReserveLimits } from './reserve-limits.ts';
import { addStartup } from './startup.ts';
import { addStorage } from './storage.ts';
import { addUnitCounts, type UnitCount } from './unit-counts.ts';
import { addVariables } from './variables.ts';

export interface Formulation {
  readonly milp: MilpBuilder;
  readonly x: Variables;
  readonly injections: Injections;
  /** Row of the power balance, shape [islands][T]. */
  readonly balanceRows: readonly (readonly number[])[];
  /** Row of each reserve product and hour, shape [products][T]. */
  readonly reserveRows: readonly (readonly number[])[];
  /** Rows of each family of families.ts, with the meaning of their duals. */
  readonly families: readonly FamilyRows[];
  /** Numbers of units on, by class and hour. */
  readonly counts: readonly UnitCount[];
  /** Row of the capacity online, shape [T]; empty for a dispatch. */
  readonly capacityRows: readonly number[];
  /** Columns of the cost segments, shape [units][T][segments]; empty where a single segment is p' itself. */
  readonly segments: readonly (readonly (readonly Column[])[])[];
  /**
   * Positions, ascending, of rows that a schedule must keep and few relaxations violate: minimum times, further
   * generation limits, segments of merged units, ramps (from `sharedFrom` on).
   */
  readonly deferred: readonly number[];
  /** Rows that tighten the relaxation, which no integer solution needs; not in the model yet. */
  readonly pool: readonly Row[];
  /** Columns of units: commitment, output, upward reserve, segments, matches of stops with starts. */
  readonly unitColumns: ReadonlySet<Column>;
  /** Position of the first row that is a ramp or couples units; all rows before it belong to single units. */
  readonly sharedFrom: number;
}

export function formulate(instance: Instance): Formulation {
  const milp = new MilpBuilder();
  const x = addVariables(milp, instance);
  const injections = toInjections(instance, x);
  addLogic(milp, instance, x);
  const minimumTimes = addMinimumTimes(milp, instance, x);
  const furtherLimits = addGenerationLimits(milp, instance, x);
  const firstStartupColumn = milp.columns.length;
  addStartup(milp, instance, x);
  const { columns: segments, pool, counted } = addCostSegments(milp, instance, x);
  const unitColumns = new Set([
    ...columnsOfUnits(instance, x),
    ...Array.from({ length: milp.columns.length - firstStartupColumn }, (_, k) => firstStartupColumn + k),
  ]);
  const sharedFrom = milp.rows.length;
  const ramps = addRamps(milp, instance, x);
  const reserveRows = addReserve(milp, instance, x);
  addReserveLimits(milp, instance, x);
  addStorage(milp, instance, x);
  addDcLines(milp, instance, x);
  addBids(milp, instance, x);
  addDemandResponse(milp, instance, x);
  const families = FAMILIES.map((family) => family.add(milp, instance, x, injections));
  const balanceRows = addBalance(milp, instance, x, injections);
  const counts = addUnitCounts(milp, instance, x);
  const capacityRows = addCapacity(milp, instance, x, counts);
  return {
    milp,
    x,
    injections,
    balanceRows,
    reserveRows,
    families,
    counts,
    capacityRows,
    segments,
    deferred: [...minimumTimes, ...furtherLimits, ...counted, ...ramps],
    pool,
    unitColumns,
    sharedFrom,
  };
}

/** Columns of single units. Downward reserve is not among them, because the relaxation prices all its limits. */
const columnsOfUnits = (instance: Instance, x: Variables): Column[] =>
  instance.units.flatMap((_, g) =>
    Array.from({ length: instance.periods }, (_hour, t) => [
      x.on(g, t),
      x.startup(g, t),
      x.shutdown(g, t),
      x.above(g, t),
      ...reserveTerms(instance, x, g, t).map(([, column]) => column),
    ]).flat(),
  );
