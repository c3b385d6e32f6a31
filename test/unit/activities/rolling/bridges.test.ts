import assert from 'node:assert/strict';
import { bridges } from '../../../../activities/rolling/network-lines.ts';

const line = (id: string, from_bus: number, to_bus: number) => ({ id, from_bus, to_bus });
const bridgesOf = (...lines: ReturnType<typeof line>[]) => [...bridges(lines)].sort();

describe('bridges', () => {
  it('finds no bridge in a ring', () => {
    assert.deepEqual(bridgesOf(line('a', 1, 2), line('b', 2, 3), line('c', 3, 1)), []);
  });
  it('finds the line between two rings and the one to a lone bus', () => {
    const rings = [line('a', 1, 2), line('b', 2, 3), line('c', 3, 1), line('d', 4, 5), line('e', 5, 6)];
    assert.deepEqual(bridgesOf(...rings, line('f', 6, 4), line('tie', 3, 4), line('spur', 5, 7)), [
      'spur',
      'tie',
    ]);
  });
  it('takes parallel lines for a cycle', () => {
    assert.deepEqual(bridgesOf(line('a', 1, 2), line('b', 2, 1), line('c', 2, 3)), ['c']);
  });
  it('searches every island', () => {
    assert.deepEqual(bridgesOf(line('a', 1, 2), line('b', 3, 4), line('c', 4, 3)), ['a']);
  });
  it('follows a chain of 20,000 buses without recursion', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => line(`l${i}`, i, i + 1));
    assert.equal(bridges(chain).size, 20_000);
    assert.equal(bridges([...chain, line('back', 20_000, 0)]).size, 0);
  });
});
