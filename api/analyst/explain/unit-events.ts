/** Starts and stops of a unit, with what each start costs: the last category whose lag has passed. */
import { startupCost, startupTiers } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { round6 } from './figures.ts';

export interface UnitEvent {
  readonly generator: string;
  readonly bus: string;
  readonly hour: number;
  readonly event: 'start' | 'stop';
  /** Hours off before a start, hours on before a stop, those before the first hour included. */
  readonly hours_before: number;
  readonly startup_cost_usd: number;
}

/**
 * In the order of hours. In a dispatch, which tells no starts, a unit neither starts nor stops into the first hour,
 * and pays nothing.
 */
export function unitEvents(
  unit: Generator,
  result: Pick<SolveResult, 'commitment' | 'startup'>,
): UnitEvent[] {
  const { name, bus, initial_status: initial } = unit;
  const commitment = result.commitment[name] ?? [];
  const free = result.startup[name] === undefined;
  const events: UnitEvent[] = [];
  let on = free ? commitment[0] === 1 : initial > 0;
  let hours = free ? 0 : Math.abs(initial);
  for (const [hour, value] of commitment.entries()) {
    const isOn = value === 1;
    if (isOn !== on) {
      const cost = isOn && !free ? round6(startupCost(startupTiers(unit), hours)) : 0;
      const event = isOn ? 'start' : 'stop';
      events.push({
        generator: name,
        bus: `bus_${bus}`,
        hour,
        event,
        hours_before: hours,
        startup_cost_usd: cost,
      });
      hours = 0;
    }
    on = isOn;
    hours += 1;
  }
  return events;
}
