/** Limits of lines that bind, each with its hours together (pure). */
import type { Binding } from './pack.ts';

interface BindingLimit {
  readonly line: string;
  /** The contingency after which it binds; null: in the base case. */
  readonly contingency: string | null;
  readonly hours: readonly number[];
  /** Largest flow by size, MW, and its limit then. */
  readonly flowMw: number;
  readonly limitMw: number;
  /** Sum of the sizes of the shadow prices over the hours, $/MWh. */
  readonly worth: number;
}

/** The dearest first. */
export function bindingLimits(bindings: readonly Binding[]): BindingLimit[] {
  const groups = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const key = JSON.stringify([binding.line_id, binding.contingency_id]);
    const group = groups.get(key) ?? [];
    group.push(binding);
    groups.set(key, group);
  }
  return [...groups.values()].map(together).sort((a, b) => b.worth - a.worth);
}

function together(group: readonly Binding[]): BindingLimit {
  const most = group.reduce((a, b) => (Math.abs(b.flow_mw) > Math.abs(a.flow_mw) ? b : a));
  return {
    line: most.line_id,
    contingency: most.contingency_id,
    hours: group.map(({ hour }) => hour).sort((a, b) => a - b),
    flowMw: most.flow_mw,
    limitMw: most.limit_mw,
    worth: group.reduce((total, { shadow_price_usd_per_mwh: usd }) => total + Math.abs(usd), 0),
  };
}

/** `3, 5 to 8` */
export function hoursInWords(hours: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const hour of hours) {
    const run = runs.at(-1);
    if (run && hour <= run[1] + 1) run[1] = hour;
    else runs.push([hour, hour]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
}
