/**
 * The search of single units, begun with the schedule that merged ones have, where it does not cost them the same: a
 * start may be colder for the unit that is left for it.
 */
import type { PartialSolution } from '../solvers/solver.ts';
import type { AggregatedSchedule } from './search-aggregated.ts';
import { relativeGap, type Search } from './search-state.ts';
import { findSchedule, finishStart, type Outcome } from './strategy.ts';

type Schedule = Extract<Outcome, { kind: 'schedule' }>;

/** Costs that differ by less than this share are the same. */
const ROUNDING = 1e-7;

export function finishAggregated(opened: Search, { outcome: found, charging }: AggregatedSchedule): Outcome {
  const search = { ...opened, start: opened.start && withModes(opened, opened.start, charging) };
  const { bound, nodes } = found;
  const dispatched = finishStart(search);
  const known = dispatched && { ...dispatched, bound, nodes };
  if (known && isAsGood(search, known, found)) return known;
  const searched = findSchedule(search);
  if (searched.kind !== 'schedule') return known ?? searched;
  const best = known && known.dispatch.objective <= searched.dispatch.objective ? known : searched;
  return { ...best, bound: Math.max(bound, searched.bound), nodes: nodes + searched.nodes };
}

/** Within the gap, or not dearer than what was found: then time was what ended the search. */
function isAsGood({ mipGap }: Search, { dispatch, bound }: Schedule, found: Schedule): boolean {
  const { objective } = dispatch;
  const reached = found.dispatch.objective;
  return relativeGap(objective, bound) <= mipGap + ROUNDING || relativeGap(objective, reached) <= ROUNDING;
}

/** The start with the modes of storage, so that every integer variable has a value. */
function withModes(
  { formulation: { x } }: Search,
  start: PartialSolution,
  charging: AggregatedSchedule['charging'],
): PartialSolution {
  const values = new Map([...start.columns].map((column, i) => [column, start.values[i] ?? 0]));
  for (const [s, modes] of charging.entries())
    for (const [t, mode] of modes.entries()) values.set(x.charging(s, t), mode);
  const columns = Int32Array.from(values.keys()).sort();
  return { columns, values: Float64Array.from(columns, (column) => values.get(column) ?? 0) };
}
