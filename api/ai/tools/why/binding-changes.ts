/** In how many hours each line binds, in the base case of the network or after a contingency, in two solves. */
import type { BindingConstraint } from '../../../../temporal/messages/result.ts';

export interface BindingChange {
  readonly line_id: string;
  readonly contingency_id: string | null;
  readonly base_hours_binding: number;
  readonly hours_binding: number;
}

type Constraints = readonly BindingConstraint[];

/** The largest change first, then what binds longest. */
export function bindingChanges(base: Constraints, alternative: Constraints): BindingChange[] {
  const limits = new Map([...base, ...alternative].map((limit) => [keyOf(limit), limit]));
  return [...limits]
    .map(([key, { line_id, contingency_id }]) => ({
      line_id,
      contingency_id,
      base_hours_binding: hoursOf(base, key),
      hours_binding: hoursOf(alternative, key),
    }))
    .sort((a, b) => size(b) - size(a) || b.hours_binding - a.hours_binding);
}

const size = ({ base_hours_binding, hours_binding }: BindingChange): number =>
  Math.abs(hours_binding - base_hours_binding);

const keyOf = ({ line_id, contingency_id }: BindingConstraint): string =>
  JSON.stringify([line_id, contingency_id]);

const hoursOf = (constraints: Constraints, key: string): number =>
  new Set(constraints.filter((limit) => keyOf(limit) === key).map(({ hour }) => hour)).size;
