/** Common parts of the row families of an elastic model: its variables, and its levers with their columns. */
import { inPayloadUnits } from '../../../temporal/case/arithmetic/per-interval.ts';
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import { atLeast, type Column, type MilpBuilder, type Term } from '../../milp/model.ts';
import { addDcColumns } from '../../uc/formulation/dc-lines.ts';
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
  /** Levers of each unit, by position. */
  readonly unitLevers: readonly UnitLevers[];
  /** Upper bound of any change that a case may need, MW. */
  readonly mostMw: number;
  /** Injection at bus position b in hour t, changes of the load included, MW; shape [buses][T]. */
  readonly injections: readonly (readonly Term[][])[];
}

/** Variables of the elastic model: total output instead of output above the minimum, whose limits may move. */
export interface ElasticVariables extends Omit<Variables, 'above'> {
  /** Total output, MW. */
  output(g: number, t: number): Column;
  /** Largest output plus reserve, 0 while off, MW. */
  capacity(g: number, t: number): Column;
}

const FREE = { lower: Number.NEGATIVE_INFINITY } as const;

export function elasticVariables(milp: MilpBuilder, instance: Instance): ElasticVariables {
  const { units, periods, renewables, storage, sheddable, jobType } = instance;
  const { network, lossShares } = instance;
  const products = instance.case.reserves;
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
    shortfall: milp.family(products, periods, ({ penalty_usd_per_mwh }) => ({
      upper: penalty_usd_per_mwh === undefined ? 0 : Number.POSITIVE_INFINITY,
    })),
    losses: milp.family(Array.from({ length: network.islands }), periods, () => ({
      upper: lossShares ? Number.POSITIVE_INFINITY : 0,
    })),
    ...addResourceReserveColumns(milp, instance),
  };
}

/** Selection of the levers of a model. */
export interface Elasticity {
  /** True if a number for all hours may differ from hour to hour: this locates a cause, but gives no repair. */
  readonly byHour: boolean;
  /** Codes of the levers that exist; undefined = all levers exist. */
  readonly codes?: ReadonlySet<CauseCode>;
}

/** A lever in the model; its change is the sum of its columns. */
interface PlacedLever {
  readonly lever: Lever;
  /** Hour of the first row that needed it. */
  readonly at: number;
  readonly columns: readonly Column[];
}

/** Share of its weight that each rank adds to the cost of a lever, to choose among equal changes. */
const PER_RANK = 1e-3;

export type Levers = ReturnType<typeof createLevers>;

/** `intervalsPerHour`: levers move numbers per interval, while their costs are per number of the payload. */
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
  /** Column of the change of a lever in the rows of hour `at`; undefined if the model lacks the lever. */
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
    /** The same column as terms of a row; empty if the model lacks the lever. */
    terms(lever: Lever, at: number, coefficient = 1): Term[] {
      const changeColumn = column(lever, at);
      return changeColumn === undefined ? [] : [[coefficient, changeColumn]];
    },
    /** Column that is 1 if the lever changes by at least `steps` whole units. */
    step(lever: Lever, at: number, steps: number): Column | undefined {
      if (!has(lever)) return undefined;
      const { columns } = place(lever, at);
      const count = byHour ? 1 : steps;
      while (columns.length < count) addStep(milp, columns, add(lever, 1));
      return columns[count - 1];
    },
  };
}

/** A step requires the one before it. */
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
