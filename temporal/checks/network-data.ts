/** Lines connect two buses, and contingencies name elements that exist. */
import { eachItem, type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

export const networkData: PayloadCheck = function* (payload) {
  const lines = new Set(payload.transmission_lines?.map(({ id }) => id));
  const generators = new Set(payload.generators.map(({ name }) => name));
  const unknown = (
    known: ReadonlySet<string>,
    names: readonly string[] | undefined,
    i: number,
    list: string,
  ) =>
    (names ?? []).flatMap((name, j): PayloadProblem[] =>
      known.has(name)
        ? []
        : [
            problem(
              ['contingencies', i, list, j],
              `Unknown ${list.slice(0, -1)} '${name}'`,
              'unknown_element',
            ),
          ],
    );
  yield* [
    ...eachItem(payload.transmission_lines, ({ from_bus, to_bus }, i) =>
      from_bus === to_bus
        ? problem(['transmission_lines', i, 'to_bus'], 'A line should connect two different buses')
        : undefined,
    ),
    ...eachItem(payload.transmission_lines, ({ rating_mw, emergency_rating_mw }, i) =>
      (rating_mw ?? 0) < 0 || (emergency_rating_mw ?? 0) < 0
        ? problem(
            ['transmission_lines', i, 'rating_mw'],
            'A rating should not be negative',
            'greater_than_equal',
          )
        : undefined,
    ),
  ];
  for (const [i, contingency] of (payload.contingencies ?? []).entries()) {
    yield undefined;
    yield* unknown(lines, contingency.lines, i, 'lines');
    yield* unknown(generators, contingency.generators, i, 'generators');
  }
};
