/** Whether days are those that a run had signed together (RFC 9162). */
import type { SignedRun, Statement } from '../../../temporal/case/messages/signed-certificate.ts';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';
import { leafHash, merkleTree, rootOfProof } from '../../../temporal/json/merkle-tree.ts';
import { type Finding, finding } from './findings.ts';
import { isStatement, type Signed } from './read-certificate.ts';

interface CheckedRun {
  /** What was said of the day; absent where none is named. */
  readonly statement?: unknown;
  readonly findings: readonly Finding[];
}

/** `run.days`: every statement, as a report of the run has them. */
export function checkRun(run: Signed): CheckedRun {
  // Only its signature is known to be there: what throws below is of another shape.
  const { statement: signed, leaves, day, days } = run as unknown as SignedRun & { days?: Statement[] };
  const root = attempt(() => merkleTree(leaves.map(({ leaf_sha256 }) => leaf_sha256)).root);
  if (root === undefined || root !== signed.root_sha256 || leaves.length !== signed.days)
    return { findings: [finding('day', false, 'The leaves do not lead to the root that was signed')] };
  if (day !== undefined) return { statement: day?.statement, findings: [checkDay(day, leaves, root)] };
  if (days === undefined) {
    const message = 'It is about no single schedule: a run proves each of its days by `certificate?day=`';
    return { findings: [finding('certificate', null, message)] };
  }
  const { execution_id, ended_at } = signed;
  const areSigned = attempt(
    () =>
      days.length === leaves.length &&
      leaves.every((leaf, at) => leafOf(leaf.day, days[at]) === leaf.leaf_sha256),
  );
  const broken = leaves.filter((_, at) => days?.[at]?.certificate?.verified !== true).map((leaf) => leaf.day);
  const all = `All ${leaves.length} days are those that were signed together`;
  const rules = 'The verifier found every rule kept on every day; case and result of a day prove it';
  return {
    findings: [
      finding('certificate', true, `About the run ${execution_id}, which ended ${ended_at}`),
      finding('day', areSigned === true, areSigned ? all : 'A day is not the one that was signed'),
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
    ? finding('day', true, `Day ${day.day} is one of the ${leaves.length} that were signed together`)
    : finding('day', false, 'The day, or its proof, is not part of the run that was signed');
}

const leafOf = (day: number, statement: unknown): string => leafHash(canonicalJson({ day, statement }));

/** Undefined where what was handed over is of another shape, or nested deeper than anything that is signed. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
