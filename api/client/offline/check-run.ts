/** Whether a day is one of those that a run had signed together (RFC 9162). */
import type { SignedRun } from '../../../temporal/case/messages/signed-certificate.ts';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';
import { leafHash, merkleTree, rootOfProof } from '../../../temporal/json/merkle-tree.ts';
import { type Finding, wrong } from './findings.ts';
import { isObject, isStatement, type Signed } from './read-certificate.ts';

type Day = NonNullable<SignedRun['day']>;

interface CheckedRun {
  /** The statement of the day; absent where none is named, or what is named is none. */
  readonly statement?: Day['statement'];
  readonly findings: readonly Finding[];
}

export function checkRun({ statement, ...rest }: Signed & Readonly<Record<string, unknown>>): CheckedRun {
  const { days, root_sha256 } = statement as Partial<SignedRun['statement']>;
  const { leaves, day } = rest;
  const not = (message: string) => ({ findings: [wrong('day', message)] });
  if (!isLeaves(leaves) || leaves.length !== days || rootOf(leaves) !== root_sha256)
    return not('The leaves do not lead to the root that was signed');
  if (day === undefined) return { findings: [] };
  if (!isDay(day)) return not('The proof of the day is none');
  if (!isPartOf(leaves, day))
    return {
      statement: day.statement,
      ...not('The day, or its proof, is not part of the run that was signed'),
    };
  const message = `Day ${day.day} is one of the ${days} that were signed together`;
  return { statement: day.statement, findings: [{ part: 'day', fits: true, message }] };
}

function isPartOf(leaves: SignedRun['leaves'], { day, index, statement, proof }: Day): boolean {
  try {
    const leaf = leafHash(canonicalJson({ day, statement }));
    const root = rootOfProof(leaf, { index, size: leaves.length, proof });
    return root === rootOf(leaves) && leaves[index]?.day === day;
  } catch {
    // Nested deeper than any statement is.
    return false;
  }
}

const isLeaves = (value: unknown): value is SignedRun['leaves'] =>
  Array.isArray(value) && value.every((leaf) => isObject(leaf) && isHash(leaf['leaf_sha256']));

const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const rootOf = (leaves: SignedRun['leaves']): string =>
  merkleTree(leaves.map(({ leaf_sha256 }) => leaf_sha256)).root;

const isDay = (value: unknown): value is Day =>
  isObject(value) &&
  isStatement(value['statement']) &&
  Array.isArray(value['proof']) &&
  value['proof'].every((hash) => typeof hash === 'string');
