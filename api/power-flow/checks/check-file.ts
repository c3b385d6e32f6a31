/** Runs all checks that a case allows. The report groups their findings by severity and omits duplicate messages. */
import {
  type ElementId,
  type ElementType,
  type Finding,
  SEVERITIES,
  type Severity,
  TITLES,
} from '../findings.ts';
import type { PowerFlowLimits } from '../limits.ts';
import type { CaseData } from '../read-case.ts';
import { checkCase } from './check-case.ts';
import { checkGenerators } from './check-generators.ts';
import { checkLines } from './check-lines.ts';
import { checkState } from './check-state.ts';
import { checkTopology } from './check-topology.ts';
import { checkUnits } from './check-units.ts';

export const CHECKS = ['topology', 'case', 'state', 'lines', 'generators', 'units'] as const;
type CheckName = (typeof CHECKS)[number];

interface Element {
  /** Type of the element; null for a finding about the whole case. */
  readonly element_type: ElementType | null;
  readonly element_id: ElementId | null;
}

interface ReportedFinding extends Element {
  readonly check: CheckName;
  readonly message: string;
  /** Code of the finding; null for a check that returns only messages. */
  readonly code: string | null;
}

/**
 * Checks a case. Checks of a solved state require voltages, and checks of units require reactive limits; `checks` lists
 * the checks that ran.
 */
export function checkFile(data: CaseData, limits: PowerFlowLimits) {
  const { buses, lines, generators } = data;
  const isReactive = generators.some(({ q_max_mvar }) => q_max_mvar !== undefined);
  const hasState = buses.some(({ v_pu }) => v_pu !== undefined);
  const { findings, add, tell } = createCollector(namesOf(data));
  add('lines', checkLines(lines, limits).details);
  if (isReactive) add('generators', checkGenerators(generators, limits).details);
  add('units', checkUnits(data, limits).details);
  const topology = checkTopology(data);
  tell('topology', topology.critical_issues, topology.warnings);
  const whole = checkCase(isReactive ? data : withoutReactiveLimits(data), limits);
  tell('case', whole.data_quality_issues, whole.warnings);
  if (hasState) {
    const state = checkState(data, limits);
    tell('state', state.errors, state.warnings);
  }
  const isMade = (check: CheckName): boolean =>
    check === 'state' ? hasState : check === 'generators' ? isReactive : true;
  return {
    valid: findings.error.length === 0,
    checks: CHECKS.filter(isMade),
    elements: { buses: buses.length, lines: lines.length, generators: generators.length },
    counts: { error: findings.error.length, warning: findings.warning.length, info: findings.info.length },
    findings,
  };
}

/** Sets reactive limits to zero for formats without reactive power, so that they are not reported as missing. */
const withoutReactiveLimits = (data: CaseData): CaseData => ({
  ...data,
  generators: data.generators.map((generator) => ({ ...generator, q_max_mvar: 0, q_min_mvar: 0 })),
});

/** Name of an element in messages -> the element. */
const namesOf = ({ buses, lines, generators }: CaseData): ReadonlyMap<string, Element> =>
  new Map(
    (
      [
        ['bus', buses],
        ['line', lines],
        ['generator', generators],
      ] as const
    ).flatMap(([element_type, list]) =>
      list.map(({ id }) => [`${TITLES[element_type]} ${id}`, { element_type, element_id: id }] as const),
    ),
  );

/** The element whose name begins a message. Ids may contain blanks and colons, so the longest matching name is used. */
function elementOf(message: string, names: ReadonlyMap<string, Element>): Element {
  const ends = [...message.matchAll(/[ :]/g)].map(({ index }) => index);
  const end = ends.findLast((place) => names.has(message.slice(0, place)));
  return names.get(message.slice(0, end ?? 0)) ?? { element_type: null, element_id: null };
}

function createCollector(names: ReadonlyMap<string, Element>) {
  const findings: Record<Severity, ReportedFinding[]> = { error: [], warning: [], info: [] };
  const messages = new Set<string>();
  const put = (severity: Severity, finding: ReportedFinding): void => {
    if (messages.has(finding.message)) return;
    messages.add(finding.message);
    findings[severity].push(finding);
  };
  const tellAll = (check: CheckName, severity: Severity, messages: readonly string[]): void => {
    for (const message of messages)
      put(severity, { check, message, code: null, ...elementOf(message, names) });
  };
  return {
    findings,
    /** Adds the messages of a check without codes. */
    tell(check: CheckName, errors: readonly string[], warnings: readonly string[]): void {
      tellAll(check, 'error', errors);
      tellAll(check, 'warning', warnings);
    },
    add(check: CheckName, all: readonly Finding[]): void {
      for (const severity of SEVERITIES)
        for (const { severity: level, ...finding } of all)
          if (level === severity) put(severity, { check, ...finding });
    },
  };
}
