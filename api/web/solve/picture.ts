/** Load, reserve, and available capacity by kind of generation, of a case in each interval. Pure. */
import { FUEL_KINDS, type Kind, kindOfRenewable, kindOfUnit } from '../../client/fuels.ts';

export interface Capacity {
  readonly kind: Kind;
  readonly text: string;
  readonly color: string;
  readonly units: number;
  /** Largest capacity over the intervals, MW. */
  readonly mw: number;
  /** Capacity that is available in each interval, MW. */
  readonly values: readonly number[];
}

export interface Picture {
  /** Load per interval, MW. */
  readonly load: readonly number[];
  /** Upward reserve requirement in each interval, over all products, MW. */
  readonly reserve: readonly number[];
  /** Kinds of generation that have units, from the bottom of the stack to its top. */
  readonly kinds: readonly Capacity[];
}

type Elements = readonly Readonly<Record<string, unknown>>[];

/** Value of a number or list in an interval; 0 if it is invalid. */
function valueAt(value: unknown, hour: number): number {
  const one = Array.isArray(value) ? value[hour] : value;
  return typeof one === 'number' && Number.isFinite(one) ? one : 0;
}

/**
 * Computes the picture of a case. `elementsOf`: returns the elements of a list of the payload, which may be invalid.
 */
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
      const kindMembers = members.filter((member) => member.kind === kind);
      const values = sums(kindMembers.map(({ most }) => most));
      const mw = values.reduce((a, b) => Math.max(a, b), 0);
      return kindMembers.length === 0 ? [] : [{ kind, text, color, units: kindMembers.length, mw, values }];
    }),
  };
}

/**
 * Interval with the smallest margin above load and reserve, and this margin, MW, negative for a shortfall. Undefined
 * without intervals.
 */
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
