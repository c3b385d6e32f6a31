/** Whether units have all their limits, in the right order and of a plausible size. */
import { type ElementId, type Finding, messagesOf, type Severity } from '../findings.ts';
import { type PowerFlowLimits, SLACK } from '../limits.ts';
import { isAbove, isBelow, isFiniteNumber, round } from '../numbers.ts';

export const REQUIRED_LIMITS = ['p_max_mw', 'p_min_mw', 'q_max_mvar', 'q_min_mvar'] as const;
type LimitName = (typeof REQUIRED_LIMITS)[number];

export type LimitedGenerator = { readonly id: ElementId } & {
  readonly [Name in LimitName]?: number | null | undefined;
};

export interface CheckedGenerators {
  readonly valid: boolean;
  readonly incomplete_generators: ElementId[];
  /** By id, in the order of `REQUIRED_LIMITS`. */
  readonly missing_fields: Readonly<Record<string, LimitName[]>>;
  /** Errors too, except missing fields, which have a place of their own. */
  readonly warnings: string[];
  readonly details: Finding[];
}

export function checkGenerators(
  generators: readonly LimitedGenerator[],
  limits: PowerFlowLimits,
): CheckedGenerators {
  const details: Finding[] = [];
  const incomplete = new Map<string, { readonly id: ElementId; readonly missing: LimitName[] }>();
  const seen = new Set<string>();
  for (const generator of generators) {
    const id = String(generator.id);
    const missing = REQUIRED_LIMITS.filter((name) => !isFiniteNumber(generator[name]));
    if (missing.length > 0) {
      const all = new Set([...(incomplete.get(id)?.missing ?? []), ...missing]);
      const inOrder = REQUIRED_LIMITS.filter((name) => all.has(name));
      incomplete.set(id, { id: incomplete.get(id)?.id ?? generator.id, missing: inOrder });
      details.push(finding(generator, 'error', MISSING, `missing ${missing.join(', ')}`));
    }
    details.push(...inverted(generator));
    if (seen.has(id)) details.push(finding(generator, 'error', 'DUPLICATE_ID', 'duplicate id'));
    seen.add(id);
    details.push(...unusual(generator, limits));
  }
  const told = details.filter(({ code }) => code !== MISSING);
  const empty = generators.length === 0 ? ['No generators supplied; nothing to validate'] : [];
  return {
    valid: details.every(({ severity }) => severity !== 'error'),
    incomplete_generators: [...incomplete.values()].map(({ id }) => id),
    missing_fields: Object.fromEntries([...incomplete].map(([id, { missing }]) => [id, missing])),
    warnings: [...empty, ...messagesOf(told, 'error', 'warning')],
    details,
  };
}

const MISSING = 'MISSING_FIELDS';

const finding = ({ id }: LimitedGenerator, severity: Severity, code: string, what: string): Finding => ({
  code,
  severity,
  element_type: 'generator',
  element_id: id,
  message: `Generator ${id}: ${what}`,
});

function inverted(generator: LimitedGenerator): Finding[] {
  const { p_max_mw, p_min_mw, q_max_mvar, q_min_mvar } = generator;
  const found: Finding[] = [];
  if (isFiniteNumber(p_min_mw) && isFiniteNumber(p_max_mw) && isAbove(p_min_mw, p_max_mw)) {
    const what = `p_min_mw ${round(p_min_mw)} above p_max_mw ${round(p_max_mw)}`;
    found.push(finding(generator, 'error', 'P_LIMITS_INVERTED', what));
  }
  if (isFiniteNumber(q_min_mvar) && isFiniteNumber(q_max_mvar) && isAbove(q_min_mvar, q_max_mvar)) {
    const what = `q_min_mvar ${round(q_min_mvar)} above q_max_mvar ${round(q_max_mvar)}`;
    found.push(finding(generator, 'error', 'Q_LIMITS_INVERTED', what));
  }
  return found;
}

function unusual(generator: LimitedGenerator, { PF_PLAUSIBLE_POWER_MW }: PowerFlowLimits): Finding[] {
  const { p_max_mw, p_min_mw, q_max_mvar, q_min_mvar } = generator;
  const found: Finding[] = [];
  const warn = (code: string, what: string) => found.push(finding(generator, 'warning', code, what));
  if (isFiniteNumber(p_min_mw) && isBelow(p_min_mw, 0)) {
    warn('NEGATIVE_P_MIN', `negative p_min_mw ${round(p_min_mw)} (storage or pump?)`);
  }
  if (
    isFiniteNumber(q_min_mvar) &&
    isFiniteNumber(q_max_mvar) &&
    Math.abs(q_max_mvar - q_min_mvar) <= SLACK
  ) {
    warn('NO_REACTIVE_RANGE', 'no reactive range (q_min_mvar = q_max_mvar)');
  }
  if (isFiniteNumber(p_max_mw) && isAbove(p_max_mw, PF_PLAUSIBLE_POWER_MW)) {
    warn('P_MAX_IMPLAUSIBLE', `p_max_mw ${round(p_max_mw)} above ${PF_PLAUSIBLE_POWER_MW} MW (kW?)`);
  }
  return found;
}
