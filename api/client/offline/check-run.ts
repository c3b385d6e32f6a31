/** Checks that days belong to a signed run, by its Merkle tree (RFC 9162). */
import type { SignedRun, Statement } from '../../../temporal/case/messages/signed-certificate.ts';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';
import { leafHash, merkleTree, rootOfProof } from '../../../temporal/json/merkle-tree.ts';
import { type Finding, finding } from './findings.ts';
import { isStatement, type Signed } from './read-certificate.ts';

interface CheckedRun {
  /** Statement of the day; absent if the certificate names no day. */
  readonly statement?: unknown;
  readonly findings: readonly Finding[];
}

/** Checks a certificate of a run. `run.days`: statements of all days, as in a report of the run. */
export function checkRun(run: Signed): CheckedRun {
  // Only the signature has been validated; a malformed certificate throws below.
  const { statement: signed, leaves, day, days } = run as unknown as SignedRun & { days?: Statement[] };
  const root = attempt(() => merkleTree(leaves.map(({ leaf_sha256 }) => leaf_sha256)).root);
  if (root === undefined || root !== signed.root_sha256 || leaves.length !== signed.days)
    return { findings: [finding('day', false, 'The leaves do not match the signed root')] };
  if (day !== undefined) return { statement: day?.statement, findings: [checkDay(day, leaves, root)] };
  if (days === undefined) {
    const message = 'Covers a whole run; for a single day, fetch `certificate?day=`';
    return { findings: [finding('certificate', null, message)] };
  }
  const { execution_id, ended_at } = signed;
  const areSigned = attempt(
    () =>
      days.length === leaves.length &&
      leaves.every((leaf, at) => leafOf(leaf.day, days[at]) === leaf.leaf_sha256),
  );
  const broken = leaves.filter((_, at) => days?.[at]?.certificate?.verified !== true).map((leaf) => leaf.day);
  const all = `All ${leaves.length} days match the signed run`;
  const rules = 'The verifier found every rule kept on every day; check a day with its case and result';
  return {
    findings: [
      finding('certificate', true, `For run ${execution_id}, ended ${ended_at}`),
      finding('day', areSigned === true, areSigned ? all : 'A day does not match the signed run'),
      finding(
        'rules',
        broken.length === 0,
        broken.length === 0 ? rules : `Broken on days ${broken.join(', ')}`,
      ),
    ],
  };
}

function checkDay(day: NonNullable<SignedRun['day']>, leaves: SignedRun['leaves'], root: string): Finding {
  const isPart = attempt(() => {
    const { index, statement, proof } = day;
    const leaf = leafOf(day.day, statement);
    const proved = rootOfProof(leaf, { index, size: leaves.length, proof });
    return isStatement(statement) && proved === root && leaves[index]?.day === day.day;
  });
  return isPart
    ? finding('day', true, `Day ${day.day} is one of the ${leaves.length} days of the signed run`)
    : finding('day', false, 'The day or its proof does not belong to the signed run');
}

const leafOf = (day: number, statement: unknown): string => leafHash(canonicalJson({ day, statement }));

/**
 * Result of `work`; undefined if it throws an error, for example because the input is malformed or too deeply nested.
 */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
