import assert from 'node:assert/strict';
import { drawnNetwork, lineValues } from '../../../../../api/web/model-builder/congested-lines.ts';

describe('the lines of a run', () => {
  it('are drawn between their buses, DC lines too', () => {
    const line = (id: string, from_bus: number, to_bus: number) => ({ id, from_bus, to_bus });
    const network = drawnNetwork({
      generators: [{ bus: 10 }],
      renewables: [{ bus: 2 }],
      storage: null,
      transmission_lines: [line('A', 2, 10)],
      dc_lines: [line('DC', 10, 3)],
    });
    assert.deepEqual(network.buses, [
      { id: '2', hasUnits: true },
      { id: '3', hasUnits: false },
      { id: '10', hasUnits: true },
    ]);
    assert.deepEqual(network.lines, [
      { id: 'A', from: '2', to: '10' },
      { id: 'DC', from: '10', to: '3' },
    ]);
    assert.deepEqual(drawnNetwork({}), { buses: [], lines: [] });
  });

  it('have the colour of their hours, and those with the largest rents say them', () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      line: `L${at}`,
      binding_hours: at,
      congestion_rent_usd: 100 - at,
      overflow_mwh: 0,
    }));
    const values = lineValues(rows, (usd) => `${usd} $`);
    assert.deepEqual(values.get('L0'), { value: 0, text: '100 $' });
    assert.equal(values.get('L19')?.value, 19);
    assert.equal([...values.values()].filter(({ text }) => text !== '').length, 12);
  });
});
