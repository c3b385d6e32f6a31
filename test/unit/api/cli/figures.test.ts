import assert from 'node:assert/strict';
import { layersOf } from '../../../../api/cli/commands/figures.ts';
import { axis, blockLine, fitted, painted, stackedColumns } from '../../../../api/cli/terminal/columns.ts';

const ESCAPES = new RegExp(`${'\u001b'}\\[[\\d;]*m`, 'g');

describe('figures on a terminal', () => {
  it('are as wide as there is room: hours are repeated, or taken together by their mean', () => {
    assert.deepEqual(fitted([1, 2, 3], 7), [1, 1, 2, 2, 3, 3]);
    assert.equal(fitted([1], 80).length, 4);
    assert.deepEqual(fitted([1, 3, 5, 7, 9], 3), [2, 6, 9]);
    assert.equal(fitted(Array<number>(168).fill(1), 70).length, 56);
    assert.deepEqual(fitted([], 70), []);
  });

  it('of prices are blocks from the lowest to the highest', () => {
    assert.equal(blockLine([-5, 0, 30, 65]), '▁▂▅█');
    assert.equal(blockLine([7, 7]), '▁▁');
    assert.equal(blockLine([20, 25, 30, 4032, 24, -500]), '▁▅█▲▄▼', 'what is far off is marked');
  });

  it('of dispatch are stacked in their colours, the first layer below', () => {
    const layers = [
      { name: 'below', color: '#ff0000', values: [2, 4, -9] },
      { name: 'above', color: '#0000ff', values: [2, 0, 1] },
    ];
    const lines = stackedColumns(layers, 4, 2, 24);
    assert.deepEqual(
      lines.map((line) => line.replaceAll(ESCAPES, '')),
      ['██ ', '██▄'],
    );
    const [red, blue] = ['\u001b[38;2;255;0;0m', '\u001b[38;2;0;0;255m'];
    assert.ok(lines[0]?.startsWith(`${blue}█${red}█`), lines[0]);
    assert.ok(lines[1]?.startsWith(`${red}█${red}█`), lines[1]);
  });

  it('have colours that the terminal has', () => {
    assert.equal(painted('#7f5fb5', 24), '\u001b[38;2;127;95;181m');
    assert.equal(painted('#7f5fb5', 8, '48'), `\u001b[48;5;${16 + 36 * 2 + 6 + 3}m`);
    assert.equal(painted('#000000', 8), '\u001b[38;5;16m');
    assert.equal(painted('#ffffff', 8), '\u001b[38;5;231m');
  });

  it('have labels of hours that do not touch', () => {
    assert.equal(axis(24, 24), '0     6     12    18');
    assert.equal(axis(1, 4), '0');
    assert.match(axis(168, 56), /^0 +24 +48 /);
  });

  it('add units up by fuel, with storage and load not served', () => {
    const schedule = {
      dispatch_mw: { a: [10, 20], b: [0, 0], c: [1, 1] },
      renewable_mw: { sun: [0, 5] },
      storage: { lake: { charge_mw: [3, 0], discharge_mw: [0, 2], energy_mwh: [3, 1] } },
      unserved_mw: { bus_1: [0, 0], bus_2: [0, 4] },
      lmp: {},
    };
    const generators = [{ name: 'a', fuel: 'coal' }, { name: 'b', fuel: 'nuclear' }, { name: 'c' }];
    const renewables = [{ name: 'sun', p_max: [0, 9] }];
    assert.deepEqual(
      layersOf(schedule, { generators, renewables }).map(({ name, values }) => [name, values]),
      [
        ['Storage charging', [-3, -0]],
        ['Coal', [10, 20]],
        ['Other units', [1, 1]],
        ['Storage', [0, 2]],
        ['Solar', [0, 5]],
        ['Unserved', [0, 4]],
      ],
    );
  });
});
