/** The levers of an elastic model, each with its columns, made when a row first asks for them. */
import { inPayloadUnits } from '../../../temporal/case/arithmetic/intervals.ts';
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Column, MilpBuilder, Term } from '../../milp/model.ts';
import type { Lever } from './lever.ts';

/** Which levers a model has. */
export interface Elasticity {
  /** A number that holds for all hours may differ from hour to hour: tells where it hurts, is no repair. */
  readonly byHour: boolean;
  /** Levers with other codes do not exist; undefined = all levers exist. */
  readonly codes?: ReadonlySet<CauseCode>;
}

/** A lever in the model; its change is the sum of its columns. */
interface PlacedLever {
  readonly lever: Lever;
  /** Hour of the row that it was made for. */
  readonly at: number;
  readonly columns: readonly Column[];
}

export interface Levers extends Pick<Elasticity, 'byHour'> {
  readonly placed: readonly PlacedLever[];
  has(lever: Lever): boolean;
  /** Column of the change of a lever in the rows of hour `at`; undefined when there is no such lever. */
  column(lever: Lever, at: number): Column | undefined;
  /** That column as terms of a row: none when there is no such lever. */
  terms(lever: Lever, at: number, coefficient?: number): Term[];
  /** Column that is 1 when the lever changes by at least `steps` whole units. */
  step(lever: Lever, at: number, steps: number): Column | undefined;
}

/** Share of a weight that a rank adds, to choose among equal changes. */
const PER_RANK = 1e-3;

/** `intervalsPerHour`: levers move numbers per interval, and what they cost is for numbers of the payload. */
export function createLevers(
  milp: MilpBuilder,
  { byHour, codes }: Elasticity,
  intervalsPerHour: number,
): Levers {
  const placed = new Map<string, PlacedLever & { columns: Column[] }>();
  const has = ({ code, most, onlyByHour }: Lever): boolean =>
    most > 0 && (byHour || !onlyByHour) && (codes === undefined || (code !== null && codes.has(code)));
  const place = (lever: Lever, at: number) => {
    const { element_type, element_id, field, hour, direction, code } = lever;
    const key = [element_type, element_id, field, hour, direction, ...(byHour ? [at, code] : [])].join('/');
    const known = placed.get(key) ?? { lever, at, columns: [] };
    placed.set(key, known);
    return known;
  };
  const add = ({ field, weight, rank, integer }: Lever, upper: number): Column =>
    milp.column({
      cost: inPayloadUnits(field, weight, intervalsPerHour) * (1 + PER_RANK * rank),
      upper,
      integer,
    });
  const column = (lever: Lever, at: number): Column | undefined => {
    if (!has(lever)) return undefined;
    const { columns } = place(lever, at);
    if (columns.length === 0) columns.push(add(lever, lever.most));
    return columns[0];
  };
  return {
    byHour,
    get placed() {
      return [...placed.values()];
    },
    has,
    column,
    terms(lever, at, coefficient = 1) {
      const found = column(lever, at);
      return found === undefined ? [] : [[coefficient, found]];
    },
    step(lever, at, steps) {
      if (!has(lever)) return undefined;
      const { columns } = place(lever, at);
      const wanted = byHour ? 1 : steps;
      while (columns.length < wanted) addStep(milp, columns, add(lever, 1));
      return columns[wanted - 1];
    },
  };
}

/** A step is taken only after the one before it. */
function addStep(milp: MilpBuilder, columns: Column[], step: Column): void {
  const before = columns.at(-1);
  if (before !== undefined) {
    milp.row({
      lower: 0,
      upper: Number.POSITIVE_INFINITY,
      terms: [
        [1, before],
        [-1, step],
      ],
    });
  }
  columns.push(step);
}
