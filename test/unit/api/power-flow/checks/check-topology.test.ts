/** Islands, floating buses and wrong references. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkTopology,
  type NamedBranch,
  type Topology,
} from '../../../../../api/power-flow/checks/check-topology.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const check = (topology: Topology) => runToEnd(checkTopology(topology));
const network = (buses: number, ...lines: NamedBranch[]): Topology => ({
  buses: Array.from({ length: buses }, (_, i) => ({ id: i + 1 })),
  lines,
});
const between = (from_bus: number, to_bus: number, changes: object = {}) => ({
  from_bus,
  to_bus,
  ...changes,
});

describe('the check of a topology', () => {
  const ISSUES: readonly (readonly [string, Topology, ...issues: string[]])[] = [
    ['a connected pair', network(2, between(1, 2))],
    ['no buses', network(0), 'No buses supplied'],
    ['a single bus', network(1)],
    [
      'a bus twice',
      { buses: [{ id: 1 }, { id: '1' }, { id: 2 }], lines: [between(1, 2)] },
      'Bus 1: duplicate id',
    ],
    [
      'unknown ends',
      network(2, between(1, 2), between(8, 9, { id: 'L2' })),
      'Line L2: from_bus 8 is not a known bus',
      'Line L2: to_bus 9 is not a known bus',
    ],
    ['a loop', network(2, between(1, 2), between(1, 1)), 'lines[1]: both ends at bus 1'],
    [
      'an open line',
      network(2, between(1, 2, { in_service: false })),
      'Bus 1 is floating (no line connected)',
      'Bus 2 is floating (no line connected)',
      'Network is split into 2 islands',
    ],
    ['two islands', network(4, between(1, 2), between(3, 4)), 'Network is split into 2 islands'],
  ];
  for (const [name, topology, ...issues] of ISSUES) {
    it(`says ${issues.length} critical things of ${name}`, () => {
      const { valid, critical_issues } = check(topology);
      assert.deepEqual(critical_issues, issues);
      assert.equal(valid, issues.length === 0);
    });
  }

  it('lists islands largest first, in input order and as sent', () => {
    const { islands, floating_buses, summary } = check({
      buses: ['a', 1, 'b', 2, 3].map((id) => ({ id })),
      lines: [between(3, 1), between(1, 2)],
    });
    assert.deepEqual(islands, [[1, 2, 3], ['a'], ['b']]);
    assert.deepEqual(floating_buses, ['a', 'b']);
    assert.deepEqual(summary, { buses: 5, lines: 2, components: 3, radial_buses: 2 });
  });
  it('warns of parallel lines in service only', () => {
    const open = between(1, 2, { in_service: false });
    const { warnings } = check(network(2, between(1, 2, { id: 'A' }), open, between(2, 1)));
    assert.deepEqual(warnings, ['Line A and lines[2] are parallel between buses 2 and 1']);
  });
  it('follows a feeder of 20,000 buses to its end', () => {
    const chain = Array.from({ length: 19_999 }, (_, i) => between(20_000 - i, 19_999 - i));
    assert.equal(check(network(20_000, ...chain)).valid, true);
  });

  const anyNetwork = fc.integer({ min: 1, max: 12 }).chain((buses) =>
    fc
      .array(fc.tuple(fc.integer({ min: 1, max: buses }), fc.integer({ min: 1, max: buses })), {
        maxLength: 15,
      })
      .map((lines) => network(buses, ...lines.map(([from, to]) => between(from, to)))),
  );
  it('finds every bus in one island, and is valid only without critical issues', () => {
    fc.assert(
      fc.property(anyNetwork, (topology) => {
        const { islands, critical_issues, valid, summary } = check(topology);
        if (islands.length > 0) assert.equal(new Set(islands.flat()).size, topology.buses.length);
        if (islands.length > 0) assert.equal(islands.flat().length, topology.buses.length);
        assert.equal(summary.components, Math.max(1, islands.length));
        assert.equal(valid, critical_issues.length === 0);
      }),
      { numRuns: 1000 },
    );
  });
  it('does not mind other names or another order', () => {
    fc.assert(
      fc.property(anyNetwork, fc.infiniteStream(fc.double({ noNaN: true })), (topology, draws) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((item) => ({ item, key: draws.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
        const lines = topology.lines.map((l) => ({ from_bus: `n${l.to_bus}`, to_bus: `n${l.from_bus}` }));
        const buses = topology.buses.map(({ id }) => ({ id: `n${id}` }));
        const other = check({ buses: shuffled(buses), lines: shuffled(lines) });
        const own = check(topology);
        assert.equal(other.valid, own.valid);
        assert.deepEqual(other.summary, own.summary);
      }),
      { numRuns: 1000 },
    );
  });
  it('never finds more islands after a line is added', () => {
    fc.assert(
      fc.property(
        anyNetwork,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (topology, a, b) => {
          const more = { ...topology, lines: [...topology.lines, between(a, b)] };
          assert.ok(check(more).summary.components <= check(topology).summary.components);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
