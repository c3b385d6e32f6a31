/** What a case asks for and what could serve it, hour by hour, and its capacity by kind of generation (pure). */
import { FUEL_KINDS, type Kind, kindOfRenewable, kindOfUnit } from '../../client/fuels.ts';

export interface Capacity {
  readonly kind: Kind;
  readonly text: string;
  readonly color: string;
  readonly units: number;
  /** Most in any interval, MW. */
  readonly mw: number;
  /** Available in each interval, MW. */
  readonly values: readonly number[];
}

export interface Picture {
  /** Per interval, MW. */
  readonly load: readonly number[];
  /** Upward reserve that is to be held above the load, all products together, MW. */
  readonly reserve: readonly number[];
  /** From the bottom of a stack to its top; kinds without a unit are left out. */
  readonly kinds: readonly Capacity[];
}

type Elements = readonly Readonly<Record<string, unknown>>[];

/** A number for all intervals, or one for each; what is neither counts as nothing. */
function valueAt(value: unknown, hour: number): number {
  const one = Array.isArray(value) ? value[hour] : value;
  return typeof one === 'number' && Number.isFinite(one) ? one : 0;
}

/** `elementsOf` gives the elements of a list of the payload, whatever their fields hold. */
export function pictureOf(hours: number, elementsOf: (list: string) => Elements): Picture {
  const sums = (values: readonly unknown[]): number[] =>
    Array.from({ length: hours }, (_, hour) =>
      values.reduce<number>((sum, value) => sum + valueAt(value, hour), 0),
    );
  const members = [
    ...elementsOf('generators').map((unit) => ({
      kind: kindOfUnit({ name: String(unit['name']), fuel: String(unit['fuel'] ?? '') }),
      most: unit['p_max'],
    })),
    ...elementsOf('renewables').map(({ name, p_max }) => {
      const values = Array.from({ length: hours }, (_, hour) => valueAt(p_max, hour));
      return { kind: kindOfRenewable({ name: String(name), p_max: values }), most: p_max };
    }),
    ...elementsOf('storage').map(({ discharge_mw }) => ({ kind: 'storage', most: discharge_mw })),
  ];
  const reserves = elementsOf('reserves').filter(({ direction }) => direction !== 'down');
  return {
    load: sums(elementsOf('loads').map(({ values }) => values)),
    reserve: sums(reserves.map(({ mw }) => mw)),
    kinds: FUEL_KINDS.flatMap(({ kind, text, color }) => {
      const own = members.filter((member) => member.kind === kind);
      const values = sums(own.map(({ most }) => most));
      const mw = values.reduce((a, b) => Math.max(a, b), 0);
      return own.length === 0 ? [] : [{ kind, text, color, units: own.length, mw, values }];
    }),
  };
}

/** The interval with the least beyond load and reserve, MW, negative where it is not enough; undefined of no interval. */
export const tightestOf = ({ load, reserve, kinds }: Picture) =>
  load
    .map((mw, hour) => ({
      hour,
      mw: kinds.reduce((sum, { values }) => sum + (values[hour] ?? 0), -mw - (reserve[hour] ?? 0)),
    }))
    .reduce<{ readonly hour: number; readonly mw: number } | undefined>(
      (least, each) => (least && least.mw <= each.mw ? least : each),
      undefined,
    );
