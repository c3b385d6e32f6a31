import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { leafHash, merkleTree, rootOfProof } from '../../../../temporal/json/merkle-tree.ts';

const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The function MTH of RFC 9162, section 2.1.1, written literally; k is the largest power of two smaller than n. */
function mth(entries: readonly string[]): Buffer {
  if (entries.length === 0) return hash();
  if (entries.length === 1) return hash(Buffer.of(0), Buffer.from(entries[0] ?? ''));
  let k = 1;
  while (2 * k < entries.length) k *= 2;
  return hash(Buffer.of(1), mth(entries.slice(0, k)), mth(entries.slice(k)));
}

const rootOf = (leaves: readonly string[]) => merkleTree(leaves).root;
const entriesOf = (size: number) => Array.from({ length: size }, (_, i) => `day ${i}`);
const SIZES = [...Array.from({ length: 34 }, (_, size) => size), 63, 64, 65, 127, 128, 129, 365, 366];

describe('a Merkle tree', () => {
  it('has the root of RFC 9162 for every size, odd ones too', () => {
    for (const size of SIZES)
      assert.equal(rootOf(entriesOf(size).map(leafHash)), mth(entriesOf(size)).toString('hex'), `${size}`);
  });

  it('has the known roots of the test tree of Certificate Transparency', () => {
    const leaves = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const hashes = leaves.map((hex) => hash(Buffer.of(0), Buffer.from(hex, 'hex')).toString('hex'));
    assert.equal(rootOf([]), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    assert.equal(
      rootOf(hashes.slice(0, 1)),
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    assert.equal(
      rootOf(hashes.slice(0, 3)),
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    );
    assert.equal(rootOf(hashes), '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });

  it('proves every leaf of every size, with as few hashes as the tree is deep', () => {
    for (const size of SIZES.filter((each) => each > 0)) {
      const leaves = entriesOf(size).map(leafHash);
      const { root, proofs } = merkleTree(leaves);
      leaves.forEach((leaf, index) => {
        const proof = proofs[index] ?? assert.fail();
        assert.ok(proof.length <= Math.ceil(Math.log2(size)), `${size}, ${index}`);
        assert.equal(rootOfProof(leaf, { index, size, proof }), root, `${size}, ${index}`);
      });
    }
  });

  it('proves no other leaf, no other place and no other size; no proof is longer or shorter than it must be', () => {
    let tried = 0;
    for (const size of [1, 2, 3, 5, 6, 7, 8, 13]) {
      const leaves = entriesOf(size).map(leafHash);
      const { root, proofs } = merkleTree(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const proof = proofs[index] ?? assert.fail();
        const wrong = [
          rootOfProof(leafHash('another'), { index, size, proof }),
          rootOfProof(leaf, { index, size, proof: [...proof, root] }),
          ...proof.map((_, at) =>
            rootOfProof(leaf, { index, size, proof: proof.filter((__, i) => i !== at) }),
          ),
          ...proof.map((_, at) => rootOfProof(leaf, { index, size, proof: proof.with(at, leafHash('x')) })),
          ...leaves.flatMap((_, at) => (at === index ? [] : [rootOfProof(leaf, { index: at, size, proof })])),
          ...[-1, size, 0.5, Number.NaN].map((at) => rootOfProof(leaf, { index: at, size, proof })),
        ];
        for (const other of wrong) assert.notEqual(other, root, `${size}, ${index}`);
        tried += wrong.length;
      }
    }
    assert.ok(tried > 400, `${tried}`);
  });

  it('keeps leaves and nodes apart: a node is the leaf of nothing', () => {
    const [one, other] = [leafHash('a'), leafHash('b')];
    const node = rootOf([one, other]);
    const asLeaf = hash(Buffer.of(0), Buffer.from(one + other, 'hex')).toString('hex');
    assert.notEqual(node, asLeaf);
    assert.equal(rootOfProof(one, { index: 0, size: 2, proof: ['no hash'] }), undefined);
    assert.equal(rootOfProof(one, { index: 1, size: 1, proof: [] }), undefined);
  });
});
