/** A line has one base voltage: where those of its ends differ, it is a transformer or a mistake. */
import type { BusIndex, Ends } from '../buses.ts';
import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, round } from '../numbers.ts';
import { type BusVoltage, hasBaseVoltage } from './check-voltages.ts';

export interface MaybeTransformer extends Ends {
  /** `transformer`, in any case. */
  readonly type?: string | null | undefined;
  /** MATPOWER: 0 = a line. */
  readonly tap_ratio?: number | null | undefined;
}

interface BaseMismatch {
  readonly severity: 'error' | 'warning';
  readonly what: string;
}

/** Null when the voltages agree or are not known. */
export function checkBaseVoltages(
  line: MaybeTransformer,
  { places, distinct }: BusIndex<BusVoltage>,
  { PF_V_BASE_MISMATCH_PCT }: PowerFlowLimits,
): BaseMismatch | null {
  const [from, to] = [line.from_bus, line.to_bus].map((id) => distinct[places.get(String(id)) ?? -1]);
  if (isTransformer(line) || !from || !to || !hasBaseVoltage(from) || !hasBaseVoltage(to)) return null;
  const [fromKv, toKv] = [from.v_nom_kv ?? 0, to.v_nom_kv ?? 0];
  const percent = (100 * Math.abs(fromKv - toKv)) / Math.max(fromKv, toKv);
  if (!isAbove(percent, 0)) return null;
  const what = `voltage base mismatch, ${at(fromKv, from)} and ${at(toKv, to)}`;
  return { severity: isAbove(percent, PF_V_BASE_MISMATCH_PCT) ? 'error' : 'warning', what };
}

const at = (kv: number, { id }: BusVoltage): string => `${round(kv)} kV at bus ${id}`;

const isTransformer = ({ type, tap_ratio }: MaybeTransformer): boolean =>
  type?.toLowerCase() === 'transformer' || (Number.isFinite(tap_ratio) && tap_ratio !== 0);
