/** What one window hands to the next: the state at the end of the last hour that is kept. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { RollingState } from '../../temporal/messages/rolling.ts';

type Scheduled = Pick<SolveResult, 'commitment' | 'dispatch_mw' | 'reserve_mw' | 'storage'>;

export function stateAfter(windowPayload: SolvePayload, result: Scheduled, keptHours: number): RollingState {
  const last = keptHours - 1;
  return {
    generators: Object.fromEntries(
      windowPayload.generators.map(({ name, initial_status }) => {
        const status = statusAfter(initial_status, result.commitment[name]?.slice(0, keptHours) ?? []);
        const power_mw = status > 0 ? (result.dispatch_mw[name]?.[last] ?? 0) : 0;
        return [name, { status, power_mw, reserve_mw: reserveAt(result, name, last) }];
      }),
    ),
    storage: Object.fromEntries(
      (windowPayload.storage ?? []).map(({ name, initial_mwh }) => [
        name,
        { energy_mwh: result.storage?.[name]?.energy_mwh[last] ?? initial_mwh },
      ]),
    ),
  };
}

/** A unit that switched counts from there; one that kept its state adds to what it brought along. */
function statusAfter(before: number, commitment: readonly number[]): number {
  let status = before;
  for (const on of commitment) {
    if (on === 1) status = Math.max(0, status) + 1;
    else status = Math.min(0, status) - 1;
  }
  return status;
}

const reserveAt = ({ reserve_mw = {} }: Scheduled, unit: string, hour: number): number =>
  Object.values(reserve_mw).reduce((mw, provided) => mw + (provided[unit]?.[hour] ?? 0), 0);
