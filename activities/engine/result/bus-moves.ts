/** One MW more at a bus as changes of the limits of a dispatch: of balances, flow limits and tangents of losses. */
import { flowsOf } from '../../uc/formulation/families.ts';
import type { OpenedSearch } from '../search/open-search.ts';

/** Digits after the decimal point up to which factors of two buses are the same. */
const DIGITS = 9;

/** One MW more at these buses in an hour: how far it moves the limit of each row that is reached. */
export interface Move {
  readonly hour: number;
  /** Positions of buses for which the move is the same. */
  readonly buses: readonly number[];
  /** Rows, ascending. */
  readonly rows: readonly number[];
  readonly by: readonly number[];
}

/** `positions`: row of the model -> row of the program; absent = without limits. */
export function movesOf(
  { instance, formulation, model }: OpenedSearch,
  positions: ReadonlyMap<number, number>,
  isTight: (row: number) => boolean,
): Move[] {
  const { buses, periods, network } = instance;
  // The families return the rows of their flow limits as duals, because the dual passed for a row is its position.
  const flows = flowsOf(formulation.families, (row) => row).map(({ dual, ...flow }) => ({
    ...flow,
    row: dual,
  }));
  const factorRows = [
    ...[...model.limits, ...flows].map(({ row, hour, factors }) => ({
      ...{ row, hour },
      of: (b: number) => factors[b] ?? 0,
    })),
    ...model.tangents.map(({ row, hour, factors, buses: members }) => ({
      ...{ row, hour },
      of: (b: number) => (members.includes(b) ? -(factors[b] ?? 0) : 0),
    })),
  ].flatMap(({ row, ...item }) => {
    const position = positions.get(row);
    return position !== undefined && isTight(position) ? [{ ...item, position }] : [];
  });
  return Array.from({ length: periods }, (_, hour) => {
    const ofHour = factorRows.filter((item) => item.hour === hour);
    const byMove = new Map<string, Move & { readonly buses: number[] }>();
    for (const b of buses.keys()) {
      const balance = positions.get(formulation.balanceRows[network.island[b] ?? 0]?.[hour] ?? -1);
      const entries = ofHour
        .map(({ position, of }): [number, number] => [position, of(b)])
        .concat(balance === undefined ? [] : [[balance, 1]])
        .filter(([, by]) => by !== 0)
        .sort(([one], [other]) => one - other);
      const key = entries.map(([row, by]) => `${row}:${by.toFixed(DIGITS)}`).join();
      const move = byMove.get(key);
      if (move) move.buses.push(b);
      else
        byMove.set(key, {
          ...{ hour, buses: [b] },
          rows: entries.map(([row]) => row),
          by: entries.map(([, by]) => by),
        });
    }
    return [...byMove.values()];
  }).flat();
}
