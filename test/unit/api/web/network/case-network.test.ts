/** A case as a network: its buses, lines in service, and units by kind. */
import assert from 'node:assert/strict';
import { caseNetwork } from '../../../../../api/web/network/case-network.ts';

const line = (id: string, from_bus: number, to_bus: number) => ({ id, from_bus, to_bus });

describe('the network of a case', () => {
  it('has the buses that something names, in order, and lines in service, DC lines last', () => {
    const { buses, lines } = caseNetwork(
      {
        generators: [{ name: 'coal 1', bus: 10, p_max: 300 }],
        renewables: [{ name: 'wind', bus: 2, p_max: [0, 40, 10] }],
        dc_lines: [{ ...line('DC', 10, 3), p_min_mw: -20, p_max_mw: 100 }],
        transmission_lines: [
          { ...line('A', 2, 10), rating_mw: 50 },
          { ...line('off', 1, 99), in_service: false },
          { ...line('free', 2, 3), rating_mw: null },
        ],
      },
      ['4'],
      new Map([['3', { name: 'Three', latitude: 1, longitude: 2 }]]),
    );
    assert.deepEqual(
      buses.map(({ id, units = [] }) => [id, ...units.map(({ name, kind, mw }) => [name, kind, mw])]),
      [['2', ['wind', 'wind', 40]], ['3'], ['4'], ['10', ['coal 1', 'coal', 300]]],
    );
    assert.deepEqual(buses[1], { id: '3', name: 'Three', latitude: 1, longitude: 2, units: [] });
    assert.deepEqual(lines, [
      { id: 'A', from: '2', to: '10', rating: 50 },
      { id: 'free', from: '2', to: '3', rating: undefined },
      { id: 'DC', from: '10', to: '3', rating: 100 },
    ]);
    assert.deepEqual(caseNetwork({ generators: [] }), { buses: [], lines: [] });
  });
});
