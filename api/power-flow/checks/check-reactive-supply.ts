/**
 * Checks that the reactive sources at a bus cover its reactive load: sum of q_max against an inductive load, sum of
 * -q_min against a capacitive one.
 */
import type { Measured } from '../elements.ts';
import type { ElementId } from '../findings.ts';
import {
  clampToFinite,
  isAbove,
  isBelow,
  isFiniteNumber,
  type PowerFlowLimits,
  round,
  roundPercent,
} from '../limits.ts';

interface ReactiveSource {
  readonly id?: ElementId | null | undefined;
  /** Largest reactive power, MVAr; positive if the source supplies it. */
  readonly q_max_mvar?: Measured;
  readonly q_min_mvar?: Measured;
}

interface ReactiveDemand {
  readonly bus_id: ElementId;
  /** Reactive load, MVAr; negative for a capacitive load. */
  readonly load_mvar: number;
  readonly available_sources: readonly ReactiveSource[];
}

/** Checks the supply at a bus. `margin_percent`: surplus as a share of the load; null without load. */
export function checkReactiveSupply(
  demand: ReactiveDemand,
  { PF_REACTIVE_MARGIN_PCT: thin }: PowerFlowLimits,
) {
  const { load_mvar, available_sources: sources } = demand;
  const warnings: string[] = [];
  let sum = 0;
  for (const [place, source] of sources.entries()) {
    const { power, fault } = contribution(source, load_mvar < 0);
    if (fault) warnings.push(`Source ${source.id ?? `available_sources[${place}]`}: ${fault}; ignored`);
    sum += power;
  }
  const total = clampToFinite(sum);
  const need = Math.abs(load_mvar);
  const feasible = !isAbove(need, total);
  const deficit = feasible ? 0 : clampToFinite(need - total);
  const margin = need === 0 ? null : clampToFinite((100 * (total - need)) / need);
  if (feasible && margin !== null && isBelow(margin, thin)) {
    warnings.push(`Reactive margin ${roundPercent(margin)}% is below ${thin}%`);
  }
  return {
    feasible,
    reason: reasonOf(demand, total, deficit),
    details: {
      total_available_mvar: round(total),
      deficit_mvar: round(deficit),
      required_mvar: round(need),
      margin_percent: margin === null ? null : roundPercent(margin),
      warnings,
    },
  };
}

/**
 * Contribution of a source. `power`: reactive power towards the load, MVAr. `fault`: reason why the source does not
 * count.
 */
function contribution(
  { q_max_mvar: q_max, q_min_mvar: q_min }: ReactiveSource,
  absorbs: boolean,
): { readonly power: number; readonly fault?: string } {
  const name = absorbs ? 'q_min_mvar' : 'q_max_mvar';
  const limit = absorbs ? q_min : q_max;
  if (!isFiniteNumber(limit)) return { power: 0, fault: `${name} is missing or not finite` };
  if (isFiniteNumber(q_min) && isFiniteNumber(q_max) && q_min > q_max) {
    return { power: 0, fault: `q_min_mvar ${round(q_min)} above q_max_mvar ${round(q_max)}` };
  }
  return { power: absorbs ? Math.max(0, -limit) : limit };
}

function reasonOf({ bus_id, load_mvar, available_sources }: ReactiveDemand, total: number, deficit: number) {
  const need = round(Math.abs(load_mvar));
  if (available_sources.length === 0) return `No reactive sources at bus ${bus_id}; ${need} MVAr needed`;
  const what = `Reactive ${load_mvar < 0 ? 'absorption' : 'supply'} ${round(total)} MVAr`;
  return deficit > 0
    ? `${what} is ${round(deficit)} MVAr short of ${need} MVAr at bus ${bus_id}`
    : `${what} covers ${need} MVAr at bus ${bus_id}`;
}
