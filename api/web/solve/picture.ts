/** Load, reserve, and available capacity by kind of generation, of a case in each interval. Pure. */
import {
  FUEL_KINDS,
  isGuessed,
  type Kind,
  kindName,
  kindOfRenewable,
  kindOfUnit,
} from '../../client/fuels.ts';

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
  type Source = Parameters<typeof kindOfRenewable>[0];
  const membersOf = (list: string, kindOf: (source: Source) => Kind) =>
    elementsOf(list).map(({ name, fuel, p_max: most }) => {
      const values = Array.from({ length: hours }, (_, hour) => valueAt(most, hour));
      const source = { name: String(name), fuel: String(fuel ?? ''), p_max: values };
      const kind = kindOf(source);
      return { kind, most, isGuess: isGuessed(source, kind) };
    });
  const members = [
    ...membersOf('generators', kindOfUnit),
    ...membersOf('renewables', kindOfRenewable),
    ...elementsOf('storage').map(({ discharge_mw: most }) => ({ kind: 'storage', most, isGuess: false })),
  ];
  const reserves = elementsOf('reserves').filter(({ direction }) => direction !== 'down');
  return {
    load: sums(elementsOf('loads').map(({ values }) => values)),
    reserve: sums(reserves.map(({ mw }) => mw)),
    kinds: FUEL_KINDS.flatMap(({ kind, color }) => {
      const kindMembers = members.filter((member) => member.kind === kind);
      const values = sums(kindMembers.map(({ most }) => most));
      const mw = values.reduce((a, b) => Math.max(a, b), 0);
      const guesses = kindMembers.map(({ isGuess }) => isGuess);
      const text = kindName(kind, guesses);
      return guesses.length === 0 ? [] : [{ kind, text, color, units: guesses.length, mw, values }];
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
