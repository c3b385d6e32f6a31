/** Checks that lines have plausible impedances and unique ids, and finds parallel lines. */
import { busPair, isSelfLoop, type Line, type Measured, type Named } from '../elements.ts';
import { type ElementId, type Finding, findingOf, isValid, messagesOf } from '../findings.ts';
import { isAbove, isBelow, isFiniteNumber, type PowerFlowLimits, round, SLACK } from '../limits.ts';

/**
 * Checks lines. `warnings` includes errors, as the reply has no other field for them. `duplicate_line_pairs`: for each
 * pair of buses, the first line paired with each later one.
 */
export function checkLines(lines: readonly Named<Line>[], limits: PowerFlowLimits) {
  const details: Finding[] = [];
  const pairs: ElementId[][] = [];
  const ids = new Set<string>();
  const firsts = new Map<string, Named<Line>>();
  for (const line of lines) {
    details.push(...impedanceFindings(line, limits));
    if (ids.has(String(line.id))) details.push(finding(line, 'error', 'DUPLICATE_ID', 'duplicate id'));
    ids.add(String(line.id));
    if (isSelfLoop(line)) {
      details.push(finding(line, 'error', 'SELF_LOOP', `both ends at bus ${line.from_bus}`));
    } else {
      const pair = busPair(line);
      const first = firsts.get(pair);
      if (first) {
        pairs.push([first.id, line.id]);
        details.push(parallel(first, line));
      } else firsts.set(pair, line);
    }
  }
  const empty = lines.length === 0 ? ['No lines supplied; nothing to validate'] : [];
  return {
    valid: isValid(details),
    warnings: [...empty, ...messagesOf(details, 'error', 'warning')],
    duplicate_line_pairs: pairs,
    details,
  };
}

const finding = findingOf('line');

function impedanceFindings(line: Named<Line>, limits: PowerFlowLimits): Finding[] {
  const { r_ohm, x_ohm } = line;
  if (!isFiniteNumber(r_ohm) || !isFiniteNumber(x_ohm)) {
    return Object.entries({ r_ohm, x_ohm })
      .filter(([, value]) => !isFiniteNumber(value))
      .map(([name]) => finding(line, 'error', 'MISSING_VALUE', `${name} is missing or not finite`));
  }
  const { error, warnings } = checkImpedance({ r_ohm, x_ohm }, limits);
  if (error !== null) return [finding(line, 'error', 'IMPLAUSIBLE', error)];
  return warnings.map((what) => finding(line, 'warning', 'UNUSUAL', what));
}

/** Warning about a parallel line. It is not an error: parallel lines are common and often identical. */
function parallel(first: Named<Line>, line: Named<Line>): Finding {
  const identical = isSame(first.r_ohm, line.r_ohm) && isSame(first.x_ohm, line.x_ohm);
  const buses = `the same buses ${line.from_bus} and ${line.to_bus}`;
  const what = `Lines ${first.id} and ${line.id} connect ${buses}`;
  const message = identical ? `${what} with identical parameters` : what;
  return { code: 'PARALLEL_LINES', severity: 'warning', element_type: 'line', element_id: line.id, message };
}

const isSame = (a: Measured, b: Measured): boolean =>
  isFiniteNumber(a) && isFiniteNumber(b) && Math.abs(a - b) <= SLACK;

/** Checks a single line. `r_x_ratio`: null when x = 0. */
export function checkLine(line: Named<Impedance>, limits: PowerFlowLimits) {
  const { id, r_ohm, x_ohm } = line;
  const { error, warnings } = checkImpedance(line, limits);
  const message = (what: string) => `Line ${id}: ${what}`;
  const ratio = r_ohm / x_ohm;
  return {
    valid: error === null,
    error: error === null ? null : message(error),
    details: {
      id,
      r_ohm,
      x_ohm,
      z_ohm: round(magnitudeOf(line)),
      r_x_ratio: isFiniteNumber(ratio) ? round(ratio) : null,
      warnings: warnings.map(message),
    },
  };
}

interface Impedance {
  readonly r_ohm: number;
  readonly x_ohm: number;
}

/** Magnitude |r + jx|, ohm. */
const magnitudeOf = ({ r_ohm, x_ohm }: Impedance): number =>
  Math.min(Math.hypot(r_ohm, x_ohm), Number.MAX_VALUE);

/** Checks r + jx, ohm, as the series impedance of a line. Returns one error, or any number of warnings. */
function checkImpedance(impedance: Impedance, limits: PowerFlowLimits) {
  const error = errorOf(impedance, limits);
  return { error, warnings: error === null ? warningsOf(impedance, limits) : [] };
}

/** The first error of an impedance. */
function errorOf(impedance: Impedance, limits: PowerFlowLimits): string | null {
  const { PF_Z_MIN_OHM: least, PF_RX_ERROR, PF_Z_ERROR_OHM } = limits;
  const { r_ohm: r, x_ohm: x } = impedance;
  const z = magnitudeOf(impedance);
  if (isBelow(r, 0)) return `negative resistance ${round(r)} ohm`;
  if (isBelow(z, least)) return `zero impedance (|Z| below ${least} ohm)`;
  if (isBelow(x, 0)) return `negative reactance ${round(x)} ohm`;
  if (isBelow(x, least) && r > 0) return `reactance below ${least} ohm with resistance ${round(r)} ohm`;
  if (isAbove(r / x, PF_RX_ERROR)) return `R/X ${round(r / x)} above ${PF_RX_ERROR}`;
  if (isAbove(z, PF_Z_ERROR_OHM)) return `|Z| ${round(z)} ohm above ${PF_Z_ERROR_OHM} ohm`;
  return null;
}

function warningsOf(impedance: Impedance, limits: PowerFlowLimits): string[] {
  const { PF_RX_LOW, PF_RX_WARN, PF_Z_WARN_OHM } = limits;
  const { r_ohm: r, x_ohm: x } = impedance;
  const ratio = r / x;
  const z = magnitudeOf(impedance);
  const warnings: string[] = [];
  if (r <= 0) warnings.push('zero resistance (lossless)');
  else if (isBelow(ratio, PF_RX_LOW)) warnings.push(`R/X ${round(ratio)} below ${PF_RX_LOW}`);
  else if (isAbove(ratio, PF_RX_WARN)) {
    warnings.push(`R/X ${round(ratio)} above ${PF_RX_WARN}, unusual at 60 kV and above`);
  }
  if (isAbove(z, PF_Z_WARN_OHM)) warnings.push(`|Z| ${round(z)} ohm above ${PF_Z_WARN_OHM} ohm`);
  return warnings;
}
