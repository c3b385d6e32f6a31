/**
 * Merkle trees with the hashes of RFC 9162, section 2.1. A leaf is hashed after a byte 0 and a node after a byte 1, so
 * that a leaf cannot be taken for a node. A proof shows that one leaf belongs to a root without revealing the other
 * leaves. Hashes are hex.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (text: string): string => bytesToHex(sha256(concatBytes(LEAF, utf8ToBytes(text))));

const nodeHash = (left: string, right: string): string =>
  bytesToHex(sha256(concatBytes(NODE, hexToBytes(left), hexToBytes(right))));

export interface MerkleTree {
  readonly root: string;
  /** Proof of each leaf: the sibling hashes on its path to the root, from the sibling of the leaf upwards. */
  readonly proofs: readonly (readonly string[])[];
}

/** Builds a tree. `leaves`: hashes of the leaves. The root of an empty tree is the hash of the empty string. */
export function merkleTree(leaves: readonly string[]): MerkleTree {
  const [only] = leaves;
  if (only === undefined) return { root: bytesToHex(sha256(new Uint8Array())), proofs: [] };
  if (leaves.length === 1) return { root: only, proofs: [[]] };
  const half = splitOf(leaves.length);
  const [left, right] = [merkleTree(leaves.slice(0, half)), merkleTree(leaves.slice(half))];
  const beside = ({ proofs }: MerkleTree, { root }: MerkleTree) => proofs.map((proof) => [...proof, root]);
  return {
    root: nodeHash(left.root, right.root),
    proofs: [...beside(left, right), ...beside(right, left)],
  };
}

/** Number of leaves in the left subtree: the largest power of two below the number of leaves. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/**
 * The root that results from a proof (RFC 9162, section 2.1.3.2); undefined if the proof does not fit a tree of this
 * size.
 */
export function rootOfProof(
  leaf: string,
  {
    index,
    size,
    proof,
  }: { readonly index: number; readonly size: number; readonly proof: readonly string[] },
): string | undefined {
  if (!(Number.isInteger(index) && index >= 0 && index < size)) return undefined;
  let root = leaf;
  let [place, last] = [index, size - 1];
  for (const hash of proof) {
    if (last === 0 || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
    const isRight = place % 2 === 1 || place === last;
    root = isRight ? nodeHash(hash, root) : nodeHash(root, hash);
    // The last node of a level has no sibling if their number is odd; it then moves up unhashed until it has a sibling.
    while (isRight && place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}
