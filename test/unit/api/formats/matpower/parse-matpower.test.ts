import assert from 'node:assert/strict';
import { MatpowerError } from '../../../../../api/formats/matpower/assignments.ts';
import {
  type MatpowerCase,
  parseMatpower as steps,
} from '../../../../../api/formats/matpower/parse-matpower.ts';

/** To the end, without a pause. */
function parseMatpower(text: string): MatpowerCase {
  const parsing = steps([text]);
  for (;;) {
    const step = parsing.next();
    if (step.done) return step.value;
  }
}

const BUS = '1 3 50 10 0 0 1 1.02 -3.5 230 1 1.1 0.9';
const GEN = '1 40 0 30 -30 1 100 1 250 10';
const BRANCH = '1 2 0.01 0.1 0.02 250 0 0 0 0 1 -360 360';
const file = (changes: Partial<Record<'head' | 'bus' | 'gen' | 'branch' | 'tail', string>> = {}): string =>
  [
    changes.head ?? "function mpc = case2\n%% a comment\nmpc.version = '2';\nmpc.baseMVA = 100;",
    `mpc.bus = [\n\t${changes.bus ?? `${BUS};\n\t2 1 0 0 0 0 1 1 0 230 1 1.1 0.9;`}\n];`,
    `mpc.gen = [ ${changes.gen ?? GEN} ];`,
    `mpc.branch = [ % from to\n${changes.branch ?? BRANCH};\n];`,
    changes.tail ?? "mpc.bus_name = {\n\t'Nord';\n\t'Süd';\n};\nmpc.other = [1 2; 3 4];",
  ].join('\n');

describe('a MATPOWER case file', () => {
  it('is read matrix by matrix', () => {
    const { baseMva, bus, gen, branch, gencost } = parseMatpower(file());
    assert.equal(baseMva, 100);
    assert.deepEqual([bus.length, gen.length, branch.length, gencost.length], [2, 1, 1, 0]);
    assert.deepEqual(bus[0]?.slice(7, 10), [1.02, -3.5, 230]);
    assert.deepEqual(branch[0]?.slice(0, 4), [1, 2, 0.01, 0.1]);
  });

  it('may use commas, tabs, windows line ends, exponents, Inf, and rows on one line', () => {
    const { bus, gen } = parseMatpower(
      file({
        bus: '1,3,5e1,1.0E+1,0,0,1,1,0,230,1,1.1,.9; 2\t1 0 0 0 0 1 1 0 230 1 1.1 0.9',
        gen: '1 0 0 Inf -Inf 1 100 1 1e3 0',
      }).replaceAll('\n', '\r\n'),
    );
    assert.equal(bus.length, 2);
    assert.deepEqual(bus[0]?.slice(2, 4), [50, 10]);
    assert.deepEqual(gen[0]?.slice(3, 5), [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  });

  const bad: readonly [string, string, RegExp][] = [
    ['a word in a matrix', file({ branch: '1 2 abc 0.1 0 0 0 0 0 0 1' }), /^Line 11: abc is not a number/],
    ['a short row', file({ gen: '1 2 3' }), /^Line 9: a row of mpc.gen has 3 columns/],
    ['a matrix that is not closed', 'mpc.baseMVA = 100;\nmpc.bus = [\n1 2', /^Line 3: a row of mpc.bus/],
    ['a matrix cut off', `mpc.baseMVA = 1;\nmpc.bus = [\n${BUS}`, /^Line 2: mpc.bus is not closed/],
    ['no base', file({ head: 'function mpc = x' }), /baseMVA/],
    ['no buses', 'mpc.baseMVA = 100;', /mpc.bus/],
    ['nothing', '', /baseMVA/],
  ];
  for (const [what, text, message] of bad) {
    it(`with ${what} is refused with its line`, () => {
      assert.throws(
        () => parseMatpower(text),
        (error) => error instanceof MatpowerError && message.test(error.message),
      );
    });
  }

  it('is never run: statements are passed over', () => {
    assert.equal(
      parseMatpower(`system('rm -rf x');\n${file()}\nmpc.bus(:, 3) = 2 * mpc.bus(:, 3);`).bus[0]?.[2],
      50,
    );
  });
});
