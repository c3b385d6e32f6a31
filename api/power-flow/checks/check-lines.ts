/** Whether lines have plausible impedances and ids of their own, and which of them are parallel. */
import { busPair, type Ends, isSelfLoop } from '../buses.ts';
import { type ElementId, type Finding, messagesOf, type Severity } from '../findings.ts';
import { type PowerFlowLimits, SLACK } from '../limits.ts';
import { isFiniteNumber, round } from '../numbers.ts';
import { checkImpedance, type Impedance, magnitudeOf } from './check-impedance.ts';

interface SeriesLine extends Ends {
  readonly id: ElementId;
  readonly r_ohm?: number | null | undefined;
  readonly x_ohm?: number | null | undefined;
}

interface CheckedLines {
  readonly valid: boolean;
  /** Errors too: the reply has no other place for them. */
  readonly warnings: string[];
  /** The first line of each pair of buses with each later one. */
  readonly duplicate_line_pairs: ElementId[][];
  readonly details: Finding[];
}

export function checkLines(lines: readonly SeriesLine[], limits: PowerFlowLimits): CheckedLines {
  const details: Finding[] = [];
  const pairs: ElementId[][] = [];
  const ids = new Set<string>();
  const firsts = new Map<string, SeriesLine>();
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
    valid: details.every(({ severity }) => severity !== 'error'),
    warnings: [...empty, ...messagesOf(details, 'error', 'warning')],
    duplicate_line_pairs: pairs,
    details,
  };
}

const finding = ({ id }: SeriesLine, severity: Severity, code: string, what: string): Finding => ({
  code,
  severity,
  element_type: 'line',
  element_id: id,
  message: `Line ${id}: ${what}`,
});

function impedanceFindings(line: SeriesLine, limits: PowerFlowLimits): Finding[] {
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

/** Double circuits are normal and often identical: a warning, no error. */
function parallel(first: SeriesLine, line: SeriesLine): Finding {
  const identical = isSame(first.r_ohm, line.r_ohm) && isSame(first.x_ohm, line.x_ohm);
  const buses = `the same buses ${line.from_bus} and ${line.to_bus}`;
  const what = `Lines ${first.id} and ${line.id} connect ${buses}`;
  const message = identical ? `${what} with identical parameters` : what;
  return { code: 'PARALLEL_LINES', severity: 'warning', element_type: 'line', element_id: line.id, message };
}

const isSame = (a: SeriesLine['r_ohm'], b: SeriesLine['r_ohm']): boolean =>
  isFiniteNumber(a) && isFiniteNumber(b) && Math.abs(a - b) <= SLACK;

interface CheckedLine {
  readonly valid: boolean;
  readonly error: string | null;
  readonly details: Impedance & {
    readonly id: ElementId;
    readonly z_ohm: number;
    /** null when x = 0 */
    readonly r_x_ratio: number | null;
    readonly warnings: string[];
  };
}

/** One line by itself. */
export function checkLine(
  line: Impedance & { readonly id: ElementId },
  limits: PowerFlowLimits,
): CheckedLine {
  const { id, r_ohm, x_ohm } = line;
  const { error, warnings } = checkImpedance(line, limits);
  const named = (what: string) => `Line ${id}: ${what}`;
  const ratio = r_ohm / x_ohm;
  return {
    valid: error === null,
    error: error === null ? null : named(error),
    details: {
      id,
      r_ohm,
      x_ohm,
      z_ohm: round(magnitudeOf(line)),
      r_x_ratio: isFiniteNumber(ratio) ? round(ratio) : null,
      warnings: warnings.map(named),
    },
  };
}
