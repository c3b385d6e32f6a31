/** All checks that a whole case allows, as one report grouped by severity; what two checks find is told once. */
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
  /** Null where it is about the whole. */
  readonly element_type: ElementType | null;
  readonly element_id: ElementId | null;
}

interface ReportedFinding extends Element {
  readonly check: CheckName;
  readonly message: string;
  /** Null where the check gives no more than a message. */
  readonly code: string | null;
}

/** The checks of a solved state need voltages, those of units reactive limits; `checks` are those that were made. */
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

/** Limits of reactive power are not missing where the format knows no reactive power. */
const withoutReactiveLimits = (data: CaseData): CaseData => ({
  ...data,
  generators: data.generators.map((generator) => ({ ...generator, q_max_mvar: 0, q_min_mvar: 0 })),
});

/** What messages call each element -> the element. */
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

/** The element that a message begins with; the longest name, since ids may hold blanks and colons. */
function elementOf(message: string, names: ReadonlyMap<string, Element>): Element {
  const ends = [...message.matchAll(/[ :]/g)].map(({ index }) => index);
  const end = ends.findLast((place) => names.has(message.slice(0, place)));
  return names.get(message.slice(0, end ?? 0)) ?? { element_type: null, element_id: null };
}

function createCollector(names: ReadonlyMap<string, Element>) {
  const findings: Record<Severity, ReportedFinding[]> = { error: [], warning: [], info: [] };
  const told = new Set<string>();
  const put = (severity: Severity, finding: ReportedFinding): void => {
    if (told.has(finding.message)) return;
    told.add(finding.message);
    findings[severity].push(finding);
  };
  const tellAll = (check: CheckName, severity: Severity, messages: readonly string[]): void => {
    for (const message of messages)
      put(severity, { check, message, code: null, ...elementOf(message, names) });
  };
  return {
    findings,
    /** Plain messages of one check. */
    tell(check: CheckName, errors: readonly string[], warnings: readonly string[]): void {
      tellAll(check, 'error', errors);
      tellAll(check, 'warning', warnings);
    },
    add(check: CheckName, found: readonly Finding[]): void {
      for (const severity of SEVERITIES)
        for (const { severity: own, ...finding } of found)
          if (own === severity) put(severity, { check, ...finding });
    },
  };
}
