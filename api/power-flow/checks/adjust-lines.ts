/**
 * Prepares line impedances for a power flow, which divides by reactances: if |r + jx| < z_min and |x| < z_min, x
 * becomes z_min, as with OpenLoadFlow's REPLACE_BY_MIN_IMPEDANCE_LINE; r is kept.
 */
import type { LineValues, Named } from '../elements.ts';
import { isAbove, isBelow, isFiniteNumber, type PowerFlowLimits, round } from '../limits.ts';

export const ADJUSTMENT_REASONS = ['zero_impedance', 'zero_reactance'] as const;
type Reason = (typeof ADJUSTMENT_REASONS)[number];

interface Parameters {
  readonly r_ohm: number;
  readonly x_ohm: number;
  /** Rating, MVA; null if unlimited. */
  readonly s_nom_mva: number | null;
}

interface Change extends Parameters {
  readonly reason: Reason;
  readonly original: Parameters;
}

/** Adjusts lines. `adjusted_lines` contains the changed lines only. */
export function adjustLines(lines: readonly Named<LineValues>[], limits: PowerFlowLimits) {
  const adjusted: Named<Change>[] = [];
  const warnings = lines.length === 0 ? ['No lines supplied; nothing to process'] : [];
  const notes: string[] = [];
  const ids = new Set<string>();
  let rejected = 0;
  for (const line of lines) {
    const { said, parameters, change } = judge(line, limits);
    warnings.push(...said.map((what) => `Line ${line.id}: ${what}`));
    if (ids.has(String(line.id))) warnings.push(`Line ${line.id}: duplicate id`);
    ids.add(String(line.id));
    if (!parameters) rejected += 1;
    else if (!parameters.s_nom_mva) notes.push(`Line ${line.id}: ${UNRATED}`);
    if (change) adjusted.push({ id: line.id, ...change });
  }
  notes.push(`Processed ${lines.length} line(s): ${adjusted.length} adjusted, ${rejected} rejected`);
  const status: 'success' | 'adjusted' | 'error' =
    rejected > 0 ? 'error' : adjusted.length > 0 ? 'adjusted' : 'success';
  return { status, adjusted_lines: adjusted, warnings, processing_notes: notes };
}

const UNRATED = 'no rating (s_nom_mva=0 or missing), treated as unlimited';

interface Verdict {
  readonly said: readonly string[];
  /** Parameters for the power flow; absent for a line that is rejected. */
  readonly parameters?: Parameters;
  readonly change?: Change;
}

function judge(line: LineValues, limits: PowerFlowLimits): Verdict {
  const { r_ohm: r, x_ohm: x, s_nom_mva: rating } = line;
  const wrong = rejections(line);
  if (wrong.length > 0 || !isFiniteNumber(r) || !isFiniteNumber(x)) {
    return { said: wrong.map((what) => `${what}; line excluded`) };
  }
  const parameters = { r_ohm: r, x_ohm: x, s_nom_mva: isFiniteNumber(rating) ? rating : null };
  const change = adjustment(parameters, limits);
  if (!change) return { said: remarks(parameters, limits), parameters };
  const { reason, remark } = change;
  return {
    said: [remark, ...resistanceRemarks(r)],
    parameters,
    change: { ...parameters, x_ohm: limits.PF_Z_MIN_OHM, reason, original: parameters },
  };
}

const IMPEDANCE = ['r_ohm', 'x_ohm'] as const;

/** Reasons why a line cannot be used. */
function rejections(line: LineValues): string[] {
  const { s_nom_mva } = line;
  const missing = IMPEDANCE.filter((name) => !isFiniteNumber(line[name])).map(
    (name) => `${name} is missing or not finite`,
  );
  const negative = typeof s_nom_mva === 'number' && s_nom_mva < 0;
  return negative ? [...missing, `negative rating s_nom_mva=${round(s_nom_mva)}`] : missing;
}

function adjustment(
  { r_ohm, x_ohm }: Parameters,
  { PF_Z_MIN_OHM: least }: PowerFlowLimits,
): { readonly reason: Reason; readonly remark: string } | null {
  const z = Math.hypot(r_ohm, x_ohm);
  const said = (what: string, value: number) =>
    `${what} ${round(value)} ohm below ${least} ohm; x_ohm set to ${least}`;
  if (isBelow(z, least)) return { reason: 'zero_impedance', remark: said('impedance', z) };
  if (!isBelow(Math.abs(x_ohm), least)) return null;
  return { reason: 'zero_reactance', remark: said('reactance', x_ohm) };
}

/** Remarks on unusual values of a line that is kept unchanged. */
function remarks({ r_ohm, x_ohm }: Parameters, { PF_RX_WARN }: PowerFlowLimits): string[] {
  const warnings = resistanceRemarks(r_ohm);
  if (x_ohm < 0) warnings.push(`negative reactance ${round(x_ohm)} ohm kept (series compensation?)`);
  const ratio = r_ohm / x_ohm;
  if (isAbove(ratio, PF_RX_WARN)) {
    warnings.push(`R/X ${round(ratio)} above ${PF_RX_WARN}, unusual at 60 kV and above`);
  }
  return warnings;
}

const resistanceRemarks = (r: number): string[] =>
  r < 0 ? [`negative resistance ${round(r)} ohm kept (network equivalent?)`] : [];
