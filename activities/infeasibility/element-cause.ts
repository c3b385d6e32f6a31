/** Builds a cause; `shortfall_mw` is rounded to the watt. */
import type { Cause } from '../../temporal/messages/infeasibility.ts';

type Place = Pick<Cause, 'element_type' | 'element_id' | 'hour'>;

export const elementCause = (
  code: Cause['code'],
  place: Place,
  message: string,
  shortfall: number | null,
): Cause => ({
  code,
  ...place,
  message,
  shortfall_mw: shortfall === null ? null : Number(shortfall.toFixed(6)),
});
