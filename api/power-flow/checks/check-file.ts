/** All checks that a whole case allows, as one report grouped by severity; what two checks find is told once. */
import type { CaseData } from '../case-data.ts';
import { type ElementId, type ElementType, type Finding, SEVERITIES, type Severity } from '../findings.ts';
import type { PowerFlowLimits } from '../limits.ts';
import { checkCase } from './check-case.ts';
import { checkGenerators } from './check-generators.ts';
import { checkLines } from './check-lines.ts';
import { checkState } from './check-state.ts';
import { checkTopology } from './check-topology.ts';
import { checkUnits } from './check-units.ts';

export const CHECKS = ['topology', 'case', 'state', 'lines', 'generators', 'units'] as const;
type CheckName = (typeof CHECKS)[number];

interface ReportedFinding {
  readonly check: CheckName;
  readonly message: string;
  /** Null where the check gives no more than a message. */
  readonly code: string | null;
  /** Null where it is about the whole. */
  readonly element_type: ElementType | null;
  readonly element_id: ElementId | null;
}

export interface FileReport {
  /** No errors. */
  readonly valid: boolean;
  /** Checks that were made: those of a solved state need voltages, those of units reactive limits. */
  readonly checks: CheckName[];
  readonly elements: { readonly buses: number; readonly lines: number; readonly generators: number };
  readonly counts: Readonly<Record<Severity, number>>;
  readonly findings: Readonly<Record<Severity, ReportedFinding[]>>;
}

interface Collector {
  /** Plain messages of one check. */
  tell(check: CheckName, severity: Severity, messages: readonly string[]): void;
  add(check: CheckName, findings: readonly Finding[]): void;
}

export function checkFile(data: CaseData, limits: PowerFlowLimits): FileReport {
  const findings: Record<Severity, ReportedFinding[]> = { error: [], warning: [], info: [] };
  const collector = createCollector(findings, namesOf(data));
  const isReactive = data.generators.some(({ q_max_mvar }) => q_max_mvar !== undefined);
  const hasState = data.buses.some(({ v_pu }) => v_pu !== undefined);
  const lines = checkLines(data.lines, limits);
  collector.add('lines', lines.details);
  if (isReactive) collector.add('generators', checkGenerators(data.generators, limits).details);
  collector.add('units', checkUnits(data, limits).details);
  const topology = checkTopology(data);
  collector.tell('topology', 'error', topology.critical_issues);
  collector.tell('topology', 'warning', topology.warnings);
  const whole = checkCase(isReactive ? data : withoutReactiveLimits(data), limits);
  collector.tell('case', 'error', whole.data_quality_issues);
  collector.tell('case', 'warning', whole.warnings);
  if (hasState) {
    const state = checkState(data, limits);
    collector.tell('state', 'error', state.errors);
    collector.tell('state', 'warning', state.warnings);
  }
  const { buses } = data;
  const made = {
    topology: true,
    case: true,
    lines: true,
    units: true,
    state: hasState,
    generators: isReactive,
  };
  return {
    valid: findings.error.length === 0,
    checks: CHECKS.filter((check) => made[check]),
    elements: { buses: buses.length, lines: data.lines.length, generators: data.generators.length },
    counts: { error: findings.error.length, warning: findings.warning.length, info: findings.info.length },
    findings,
  };
}

/** Limits of reactive power are not missing where the format knows no reactive power. */
const withoutReactiveLimits = (data: CaseData): CaseData => ({
  ...data,
  generators: data.generators.map((generator) => ({ ...generator, q_max_mvar: 0, q_min_mvar: 0 })),
});

type Element = Pick<ReportedFinding, 'element_type' | 'element_id'>;
const WHOLE: Element = { element_type: null, element_id: null };

/** What messages call each element -> the element. */
function namesOf({ buses, lines, generators }: CaseData): ReadonlyMap<string, Element> {
  const names = new Map<string, Element>();
  for (const [title, element_type, list] of [
    ['Bus', 'bus', buses],
    ['Line', 'line', lines],
    ['Generator', 'generator', generators],
  ] as const) {
    for (const { id: element_id } of list) {
      names.set(`${title} ${element_id}`, { element_type, element_id });
    }
  }
  return names;
}

/** The element that a message begins with; the longest name, since ids may hold blanks and colons. */
function elementOf(message: string, names: ReadonlyMap<string, Element>): Element {
  const ends = [...message.matchAll(/[ :]/g)].map(({ index }) => index);
  for (const end of ends.reverse()) {
    const element = names.get(message.slice(0, end));
    if (element) return element;
  }
  return WHOLE;
}

function createCollector(
  findings: Record<Severity, ReportedFinding[]>,
  names: ReadonlyMap<string, Element>,
): Collector {
  const told = new Set<string>();
  const put = (severity: Severity, finding: ReportedFinding): void => {
    if (told.has(finding.message)) return;
    told.add(finding.message);
    findings[severity].push(finding);
  };
  return {
    tell(check, severity, messages) {
      for (const message of messages) {
        put(severity, { check, message, code: null, ...elementOf(message, names) });
      }
    },
    add(check, found) {
      for (const severity of SEVERITIES) {
        for (const { code, element_type, element_id, message } of found.filter(
          (one) => one.severity === severity,
        )) {
          put(severity, { check, message, code, element_type, element_id });
        }
      }
    },
  };
}
