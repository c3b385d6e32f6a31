/**
 * The commitment of one unit that differs from a target in the fewest hours and keeps its bounds, its minimum times and
 * its initial status. Dynamic programming; the state is the number of hours spent on (> 0) or off (<= 0), up to the
 * minimum time (Hobbs, Hermon, Warner, Sheblé, An enhanced dynamic programming approach for unit commitment, IEEE
 * Trans. Power Syst. 3, 1988).
 */
import type { Unit } from './instance.ts';

type Target = readonly (number | undefined)[];
type Limits = Pick<
  Unit,
  'minUptime' | 'minDowntime' | 'onBefore' | 'hoursBefore' | 'mayBeOn' | 'mustBeOn' | 'mayStart' | 'mayStop'
>;

/** The cheapest sequence of states that leads to a state. */
interface Step {
  readonly state: number;
  /** Number of hours so far that differ from the target. */
  readonly cost: number;
  readonly before: Step | undefined;
}

/** Returns 0 or 1 by hour, also in hours without a target; undefined if the unit has no feasible commitment. */
export function nearestCommitment(unit: Limits, target: Target): number[] | undefined {
  if (keepsLimits(unit, target)) return target.map((on) => on ?? 0);
  let layer = new Map<number, Step>();
  const { onBefore, hoursBefore, minUptime, minDowntime } = unit;
  const first = onBefore ? Math.min(hoursBefore, minUptime) : -Math.min(hoursBefore, minDowntime);
  layer.set(first, { state: first, cost: 0, before: undefined });
  for (const t of unit.mayBeOn.keys()) layer = nextLayer(unit, layer, t, target[t]);
  let best: Step | undefined;
  for (const step of layer.values()) if (step.cost < (best?.cost ?? Infinity)) best = step;
  return best && pathTo(best);
}

function nextLayer(unit: Limits, layer: ReadonlyMap<number, Step>, t: number, target: number | undefined) {
  const next = new Map<number, Step>();
  const offer = (step: Step): void => {
    if (step.cost < (next.get(step.state)?.cost ?? Infinity)) next.set(step.state, step);
  };
  for (const before of layer.values()) {
    for (const state of successors(unit, t, before.state).filter((to) => isAllowed(unit, t, to > 0))) {
      const differs = target !== undefined && state > 0 !== (target === 1);
      offer({ state, cost: before.cost + Number(differs), before });
    }
  }
  return next;
}

const isAllowed = ({ mayBeOn, mustBeOn }: Limits, t: number, on: boolean): boolean =>
  on ? mayBeOn[t] === true : mustBeOn[t] !== true;

/**
 * States that may follow a state. The unchanged commitment comes first, so that it is preferred if both are equally
 * near.
 */
function successors(
  { minUptime, minDowntime, mayStart, mayStop }: Limits,
  t: number,
  state: number,
): number[] {
  if (state > 0) {
    const stay = Math.min(state + 1, minUptime);
    return mayStop[t] && state >= minUptime ? [stay, -1] : [stay];
  }
  const stay = Math.max(state - 1, -minDowntime);
  return mayStart[t] && -state >= minDowntime ? [stay, 1] : [stay];
}

function pathTo(last: Step): number[] {
  const hours: number[] = [];
  for (let step: Step = last; step.before; step = step.before) hours.push(Number(step.state > 0));
  return hours.reverse();
}

/** True if the target itself is feasible, as is usual for priority lists; false if the target leaves an hour open. */
function keepsLimits(unit: Limits, target: Target): boolean {
  let state = unit.onBefore
    ? Math.min(unit.hoursBefore, unit.minUptime)
    : -Math.min(unit.hoursBefore, unit.minDowntime);
  for (const t of unit.mayBeOn.keys()) {
    const on = target[t];
    if (on === undefined || !isAllowed(unit, t, on === 1)) return false;
    const next = successors(unit, t, state).find((to) => to > 0 === (on === 1));
    if (next === undefined) return false;
    state = next;
  }
  return true;
}
