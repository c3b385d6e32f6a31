/**
 * Parts that all row families of an elastic model share: its variables, and its levers (numbers that may change) with
 * their columns.
 */
import { inPayloadUnits } from '../../../temporal/case/arithmetic/per-interval.ts';
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import { atLeast, type Column, type MilpBuilder, type Term } from '../../milp/model.ts';
import { addBidColumns } from '../../uc/formulation/bids.ts';
import { addDcColumns } from '../../uc/formulation/dc-lines.ts';
import { addDemandColumns } from '../../uc/formulation/demand-response.ts';
import { addShiftColumns } from '../../uc/formulation/phase-shifters.ts';
import {
  addDischargingColumns,
  addReserveColumns,
  addResourceReserveColumns,
  addSpillColumns,
} from '../../uc/formulation/reserve-columns.ts';
import type { Instance } from '../../uc/instance.ts';
import type { Variables } from '../../uc/variables.ts';
import type { Lever, UnitLevers } from './lever.ts';

export interface ElasticContext {
  readonly milp: MilpBuilder;
  readonly instance: Instance;
  readonly x: ElasticVariables;
  readonly levers: Levers;
  /** Levers (numbers that may change) of each unit, by position. */
  readonly unitLevers: readonly UnitLevers[];
  /** Upper bound of any change that may be needed, MW. */
  readonly mostMw: number;
  /** Injection at bus position b in hour t, including changes of the load, MW; shape [buses][T]. */
  readonly injections: readonly (readonly Term[][])[];
}

/**
 * Variables of the elastic model. They contain total output instead of output above the minimum, because Pmin may
 * change.
 */
export interface ElasticVariables extends Omit<Variables, 'above'> {
  /** Column of the total output, MW. */
  output(g: number, t: number): Column;
  /** Column of the largest output plus reserve, MW; 0 while the unit is off. */
  capacity(g: number, t: number): Column;
}

const FREE = { lower: Number.NEGATIVE_INFINITY } as const;

export function elasticVariables(milp: MilpBuilder, instance: Instance): ElasticVariables {
  const { units, periods, renewables, storage, sheddable, jobType } = instance;
  const { network, lossShares, shortfalls } = instance;
  const reserve = addReserveColumns(milp, instance);
  return {
    on: milp.family(units, periods, () => ({ upper: 1, integer: jobType !== 'ed' })),
    startup: milp.family(units, periods, () => ({ upper: 1 })),
    shutdown: milp.family(units, periods, () => ({ upper: 1 })),
    output: milp.family(units, periods, ({ pMin }, t) => ({ lower: Math.min(0, pMin[t] ?? 0) })),
    capacity: milp.family(units, periods, () => FREE),
    reserve,
    renewable: milp.family(renewables, periods, () => FREE),
    charge: milp.family(storage, periods, () => ({})),
    discharge: milp.family(storage, periods, () => ({})),
    energy: milp.family(storage, periods, () => ({})),
    spill: addSpillColumns(milp, instance),
    charging: milp.family(storage, periods, () => ({ upper: 1, integer: true })),
    discharging: addDischargingColumns(milp, instance),
    ...addDcColumns(milp, instance, true),
    unserved: milp.family(sheddable, periods, ({ most }, t) => ({ upper: most[t] ?? 0 })),
    shortfall: milp.family(shortfalls, periods, ({ mw: upper }) => ({ upper })),
    losses: milp.family(Array.from({ length: network.islands }), periods, () => ({
      upper: lossShares ? Number.POSITIVE_INFINITY : 0,
    })),
    ...addResourceReserveColumns(milp, instance),
    accepted: addBidColumns(milp, instance),
    ...addShiftColumns(milp, instance, true),
    ...addDemandColumns(milp, instance),
  };
}

/** Options that select the levers (numbers that may change) of a model. */
export interface Elasticity {
  /** True if the change of a number may differ from hour to hour. Such a change locates a cause, but is no repair. */
  readonly byHour: boolean;
  /** Cause codes of the levers (numbers that may change) in the model; if undefined, the model has all levers. */
  readonly codes?: ReadonlySet<CauseCode>;
}

/** A lever (number that may change) of the model. Its change is the sum of its columns. */
interface PlacedLever {
  readonly lever: Lever;
  /** Hour of the first row that contains the lever. */
  readonly at: number;
  readonly columns: readonly Column[];
}

/** Increase of the cost of a change per rank, as a share of its weight. It decides between changes of equal size. */
const PER_RANK = 1e-3;

export type Levers = ReturnType<typeof createLevers>;

/**
 * Creates the levers of a model. `intervalsPerHour`: converts the costs of levers, which are stated in the units of the
 * payload, to values per interval.
 */
export function createLevers(milp: MilpBuilder, { byHour, codes }: Elasticity, intervalsPerHour: number) {
  const placed = new Map<string, PlacedLever & { columns: Column[] }>();
  const has = ({ code, most, onlyByHour }: Lever): boolean =>
    most > 0 && (byHour || !onlyByHour) && (codes === undefined || (code !== null && codes.has(code)));
  const place = (lever: Lever, at: number) => {
    const { element_type, element_id, field, hour, direction, code } = lever;
    const key = [element_type, element_id, field, hour, direction, ...(byHour ? [at, code] : [])].join('/');
    const entry = placed.get(key) ?? { lever, at, columns: [] };
    placed.set(key, entry);
    return entry;
  };
  const add = ({ field, weight, rank, integer }: Lever, upper: number): Column =>
    milp.column({
      cost: inPayloadUnits(field, weight, intervalsPerHour) * (1 + PER_RANK * rank),
      upper,
      integer,
    });
  /**
   * Column with the change of a lever (number that may change), for a row of hour `at`; undefined if it is not in the
   * model.
   */
  const column = (lever: Lever, at: number): Column | undefined => {
    if (!has(lever)) return undefined;
    const { columns } = place(lever, at);
    if (columns.length === 0) columns.push(add(lever, lever.most));
    return columns[0];
  };
  return {
    byHour,
    get placed(): readonly PlacedLever[] {
      return [...placed.values()];
    },
    has,
    column,
    /**
     * Column with the change of a lever (number that may change), as terms of a row; empty if it is not in the model.
     */
    terms(lever: Lever, at: number, coefficient = 1): Term[] {
      const changeColumn = column(lever, at);
      return changeColumn === undefined ? [] : [[coefficient, changeColumn]];
    },
    /** Column that is 1 if a number that may change only in whole units changes by at least `steps` units. */
    step(lever: Lever, at: number, steps: number): Column | undefined {
      if (!has(lever)) return undefined;
      const { columns } = place(lever, at);
      const count = byHour ? 1 : steps;
      while (columns.length < count) addStep(milp, columns, add(lever, 1));
      return columns[count - 1];
    },
  };
}

/** Adds the column of a step, which can be 1 only if that of the previous step is 1. */
function addStep(milp: MilpBuilder, columns: Column[], step: Column): void {
  const before = columns.at(-1);
  if (before !== undefined) {
    milp.row(
      atLeast(0, [
        [1, before],
        [-1, step],
      ]),
    );
  }
  columns.push(step);
}
