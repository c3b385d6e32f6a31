/** Checks that units have all their limits, in the right order and of plausible size. */
import type { Generator, Named } from '../elements.ts';
import { type ElementId, type Finding, findingOf, isValid, messagesOf } from '../findings.ts';
import { isAbove, isBelow, isFiniteNumber, type PowerFlowLimits, round, SLACK } from '../limits.ts';

export const REQUIRED_LIMITS = ['p_max_mw', 'p_min_mw', 'q_max_mvar', 'q_min_mvar'] as const;
type LimitName = (typeof REQUIRED_LIMITS)[number];

/** Element id -> missing fields, in the order of `REQUIRED_LIMITS`. */
export type MissingFields = Readonly<Record<string, LimitName[]>>;

/** Checks units. `warnings` includes errors; missing fields are listed separately. */
export function checkGenerators(generators: readonly Named<Generator>[], limits: PowerFlowLimits) {
  const details: Finding[] = [];
  const incomplete = new Map<string, { readonly id: ElementId; readonly missing: LimitName[] }>();
  const ids = new Set<string>();
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
    if (ids.has(id)) details.push(finding(generator, 'error', 'DUPLICATE_ID', 'duplicate id'));
    ids.add(id);
    details.push(...unusual(generator, limits));
  }
  const others = details.filter(({ code }) => code !== MISSING);
  const empty = generators.length === 0 ? ['No generators supplied; nothing to validate'] : [];
  const missing_fields: MissingFields = Object.fromEntries(
    [...incomplete].map(([id, { missing }]) => [id, missing]),
  );
  return {
    valid: isValid(details),
    incomplete_generators: [...incomplete.values()].map(({ id }) => id),
    missing_fields,
    warnings: [...empty, ...messagesOf(others, 'error', 'warning')],
    details,
  };
}

const MISSING = 'MISSING_FIELDS';

const finding = findingOf('generator');

function inverted(generator: Named<Generator>): Finding[] {
  const { p_max_mw, p_min_mw, q_max_mvar, q_min_mvar } = generator;
  const findings: Finding[] = [];
  const refuse = (code: string, what: string) => findings.push(finding(generator, 'error', code, what));
  if (isFiniteNumber(p_min_mw) && isFiniteNumber(p_max_mw) && isAbove(p_min_mw, p_max_mw))
    refuse('P_LIMITS_INVERTED', `p_min_mw ${round(p_min_mw)} above p_max_mw ${round(p_max_mw)}`);
  if (isFiniteNumber(q_min_mvar) && isFiniteNumber(q_max_mvar) && isAbove(q_min_mvar, q_max_mvar))
    refuse('Q_LIMITS_INVERTED', `q_min_mvar ${round(q_min_mvar)} above q_max_mvar ${round(q_max_mvar)}`);
  return findings;
}

function unusual(generator: Named<Generator>, { PF_PLAUSIBLE_POWER_MW }: PowerFlowLimits): Finding[] {
  const { p_max_mw, p_min_mw, q_max_mvar, q_min_mvar } = generator;
  const findings: Finding[] = [];
  const warn = (code: string, what: string) => findings.push(finding(generator, 'warning', code, what));
  if (isFiniteNumber(p_min_mw) && isBelow(p_min_mw, 0))
    warn('NEGATIVE_P_MIN', `negative p_min_mw ${round(p_min_mw)} (storage or pump?)`);
  const range = isFiniteNumber(q_min_mvar) && isFiniteNumber(q_max_mvar) ? q_max_mvar - q_min_mvar : Infinity;
  if (Math.abs(range) <= SLACK) warn('NO_REACTIVE_RANGE', 'no reactive range (q_min_mvar = q_max_mvar)');
  if (isFiniteNumber(p_max_mw) && isAbove(p_max_mw, PF_PLAUSIBLE_POWER_MW))
    warn('P_MAX_IMPLAUSIBLE', `p_max_mw ${round(p_max_mw)} above ${PF_PLAUSIBLE_POWER_MW} MW (kW?)`);
  return findings;
}
