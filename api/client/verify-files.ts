/** A schedule in files that the server verifies, and its verdict in words, for pages and the command line. */
import { type Client, data, type operations } from './client.ts';

type Operation = operations['postModulesAnalystVerifyFiles'];
type Query = Operation['parameters']['query'];
export type Verification = Operation['responses'][200]['content']['application/json'];

interface Part {
  readonly name: string;
  readonly content: Blob;
}

export function verifyFiles(
  client: Client,
  parts: Readonly<Record<'case' | 'schedule', readonly Part[]>>,
  query: Query,
): Promise<Verification> {
  const form = new FormData();
  for (const part of ['case', 'schedule'] as const)
    for (const { name, content } of parts[part]) form.append(`${part}/${name}`, content, `${part}/${name}`);
  const init = { params: { query }, body: {}, bodySerializer: () => form };
  return data(client.POST('/api/modules/analyst/verify/files', init));
}

export const VERDICT_WORDS = {
  verified: 'verified',
  refused: 'REFUSED',
  not_fully_judged: 'NOT FULLY JUDGED',
} as const satisfies Record<Verification['verdict'], string>;

/** Names of the failed checks, or the number of passed ones. */
export function verdictReason({ certificate: { checks } }: Verification): string {
  const failed = checks.flatMap(({ ok, name }) => (ok ? [] : [name]));
  const judged = checks.filter(({ vacuous }) => !vacuous).length;
  return failed.length > 0 ? failed.join(', ') : `${judged} of ${judged} applicable checks passed`;
}

interface Formats {
  readonly usd: (amount: number) => string;
  readonly percent: (share: number) => string;
}

/**
 * A verification without its verdict, as lines: parts that are not judged, problems, missing and derived parts, costs
 * and bound.
 */
export function verificationLines(
  { certificate, ...report }: Verification,
  { usd: toUsd, percent }: Formats,
): string[] {
  // A cost with missing numbers is stored as the largest number.
  const usd = (amount: number): string => (amount < Number.MAX_VALUE ? toUsd(amount) : 'unknown');
  const objective = certificate.recomputed_objective_usd ?? certificate.recomputed_cost_usd;
  const { independent_bound_usd: bound, independent_gap: gap, simultaneous_storage: both = [] } = certificate;
  const hasBound = typeof bound === 'number' && typeof gap === 'number';
  return [
    ...(report.not_judged.length > 0 ? ['Not judged:'] : []),
    ...report.not_judged.map(({ what, where, why }) => `  ${what} (${where}): ${why}`),
    ...report.problems.map(({ check, message }) => `  ${check.padEnd(22)} ${message}`),
    ...(report.missing.length > 0 ? [`Missing: ${listed(report.missing)}`] : []),
    ...(report.derived.length > 0 ? [`Derived: ${listed(report.derived)}`] : []),
    `Cost ${usd(objective)}, of which operating cost ${usd(certificate.recomputed_cost_usd)}`,
    ...(both.length > 0 ? [`Storage that charges and discharges at once: ${listed(both)}`] : []),
    ...(certificate.prices === 'absent' ? ['Prices: none given'] : []),
    ...(!hasBound
      ? []
      : gap > 1
        ? [`Independent bound too weak to use: ${usd(bound)}`]
        : [`No schedule costs less than ${usd(bound)}: gap ${percent(gap)}`]),
  ];
}

const MOST_NAMES = 20;

const listed = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ');
