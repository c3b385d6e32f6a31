/** Storage that can hold neither what it starts with nor what it must end with. */
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';
import { MARGIN_MW } from '../infeasible-case.ts';

const inMwh = (mwh: number): string => `${Number(mwh.toFixed(3))} MWh`;

export const storageLimits: CauseFinder = function* ({ payload, hours }) {
  for (const item of payload.storage ?? []) {
    const { name, energy_mwh, charge_mw, discharge_mw, efficiency, initial_mwh, final_mwh = 0 } = item;
    const place = { element_type: 'storage', element_id: name } as const;
    const left = initial_mwh - discharge_mw;
    if (left > energy_mwh + MARGIN_MW) {
      const message = `Hour 0: ${name} starts with ${inMwh(initial_mwh)} and still holds ${inMwh(left)} after discharging, above its ${inMwh(energy_mwh)}`;
      yield elementCause('STORAGE_LIMIT', { ...place, hour: 0 }, message, null);
      continue;
    }
    const reached = Math.min(energy_mwh, initial_mwh + efficiency * charge_mw * hours.length);
    if (final_mwh > reached + MARGIN_MW) {
      const hour = hours.length - 1;
      const message = `Hour ${hour}: ${name} must end with ${inMwh(final_mwh)} but can hold at most ${inMwh(reached)}`;
      yield elementCause('STORAGE_LIMIT', { ...place, hour }, message, null);
    }
  }
};
