/** Finds overloaded lines: loading = |flow| / limit * 100 %. */
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

interface LoadedLine {
  readonly id: ElementId;
  /** Flow, MVA; its sign is a direction. */
  readonly flow_mva?: Measured;
  /** Limit, MVA; 0 means unlimited, as in MATPOWER's RATE_A. */
  readonly thermal_limit_mva?: Measured;
}

interface Overload {
  readonly line_id: ElementId;
  readonly flow_mva: number;
  readonly limit_mva: number;
  readonly loading_pct: number;
}

export function checkLoadings(lines: readonly LoadedLine[], limits: PowerFlowLimits) {
  const overloads: Overload[] = [];
  const warnings = lines.length === 0 ? ['No lines supplied; nothing to check'] : [];
  for (const line of lines) {
    const { said, overload } = judge(line, limits);
    for (const what of said) warnings.push(`Line ${line.id}: ${what}`);
    if (overload) overloads.push(overload);
  }
  return { violations: overloads.map(({ line_id }) => line_id), violation_details: overloads, warnings };
}

function judge(
  { id, flow_mva: flow, thermal_limit_mva: limit }: LoadedLine,
  limits: PowerFlowLimits,
): { readonly said: readonly string[]; readonly overload?: Overload } {
  if (!isFiniteNumber(flow)) return { said: ['flow_mva is missing or not finite; not checked'] };
  if (!isFiniteNumber(limit) || limit <= 0) {
    return { said: [`no thermal limit (${inWords(limit)}); not checked`] };
  }
  const { PF_LOADING_WARN_PCT: nearlyFull, PF_LOADING_MAX_PCT: full } = limits;
  const size = Math.abs(flow);
  const loading = clampToFinite((size / limit) * 100);
  const reversed = flow < 0 ? ['negative flow, magnitude used'] : [];
  const loading_pct = roundPercent(loading);
  if (isAbove(loading, full)) {
    return {
      said: reversed,
      overload: { line_id: id, flow_mva: round(size), limit_mva: round(limit), loading_pct },
    };
  }
  const near = isBelow(loading, nearlyFull) ? [] : [`loading ${loading_pct}% is at or above ${nearlyFull}%`];
  return { said: [...reversed, ...near] };
}

function inWords(limit: Measured): string {
  if (limit === undefined || limit === null) return 'missing';
  return Number.isFinite(limit) ? String(round(limit)) : 'not finite';
}
