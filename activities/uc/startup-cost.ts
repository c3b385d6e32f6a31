/** Cost of a start after `hoursOff` hours, $: the tier with the largest lag that has passed, else the first. */
import type { Unit } from './instance.ts';

export function startupCost({ startupTiers }: Pick<Unit, 'startupTiers'>, hoursOff: number): number {
  const passed = startupTiers.findLast(({ lag }) => lag <= hoursOff);
  return (passed ?? startupTiers[0])?.cost ?? 0;
}
