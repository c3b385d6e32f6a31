/** Models written as free MPS. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equal, type Milp, MilpBuilder } from '../../../../../activities/milp/model.ts';
import { mpsLines, writeMps } from '../../../../../activities/solvers/executable/write-mps.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { loadHighs } from '../../../../../activities/solvers/highs/web-assembly.ts';
import { random } from '../../../../support/cases/random.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

const EXPECTED = new URL('../../../../../../test/cases/solvers/every-kind.mps', import.meta.url);

const text = (milp: Milp, relaxed = false): string => [...mpsLines(milp, relaxed)].join('\n');

/** A model with every kind of row and bound, and numbers that need all their digits. */
function everyKind(): MilpBuilder {
  const milp = new MilpBuilder();
  const x = milp.column({ cost: 1 / 3, integer: true });
  const y = milp.column({ lower: -Infinity, upper: -1e-7 });
  milp.column({ lower: -Infinity });
  milp.column({ lower: 2, upper: 2, integer: true });
  milp.column({ cost: 1e21, lower: -3, upper: 0.1 + 0.2 });
  milp.row(
    equal(0, [
      [1, x],
      [2, x],
      [-1.5, y],
    ]),
  );
  milp.row({ lower: -Infinity, upper: 4, terms: [[1, x]] });
  milp.row({ lower: 0.5, upper: 2, terms: [[1, y]] });
  milp.row({ lower: -Infinity, upper: Infinity, terms: [[1, y]] });
  return milp;
}

/** Optimum of the model as HiGHS reads it from the text; the optimum of the model itself follows. */
async function objectives(milp: Milp): Promise<[number, number]> {
  const highs = await loadHighs();
  const read = highs.createModel({ format: 'mps', data: text(milp) });
  read.options.set({ output_flag: false, mip_rel_gap: 0 });
  read.run();
  const session = await openHighs(milp, new Int32Array(1));
  const watch = { onProgress: () => undefined, onIncumbent: () => undefined };
  const { objective } = session.search({ timeLimitS: 5, mipGap: 0 }, undefined, watch);
  const optima: [number, number] = [read.getObjectiveValue(), objective ?? Number.NaN];
  read.dispose();
  session.dispose();
  return optima;
}

describe('a model in MPS', () => {
  it('has all its digits, its integers between markers and every bound that is not [0, inf)', () => {
    assert.equal(`${text(everyKind())}\n`, readFileSync(EXPECTED, 'utf8'));
  });
  it('has no integers when it is relaxed', () => {
    assert.ok(!text(everyKind(), true).includes('MARKER'));
  });
  it('is the same model to a reader', async () => {
    const r = random(7);
    for (let trial = 0; trial < 8; trial++) {
      const milp = new MilpBuilder();
      for (let c = 0; c < 6; c++) {
        const lower = r.pick([0, -2, 1]);
        milp.column({ cost: r.between(-5, 5), lower, upper: lower + r.between(1, 4), integer: c % 2 === 0 });
      }
      for (let row = 0; row < 4; row++) {
        const terms = [0, 1, 2].map(() => [r.between(0.1, 3), r.integer(0, 5)] as const);
        milp.row({ lower: r.pick([-Infinity, -20]), upper: r.between(4, 12), terms });
      }
      const [read, expected] = await objectives(milp);
      assert.ok(Math.abs(read - expected) < 1e-9, `trial ${trial}: ${read}, not ${expected}`);
    }
  });
  it('is written to a file that only its user may read, however long it is', () =>
    inTemporaryFolder(async (folder) => {
      const milp = new MilpBuilder();
      for (let c = 0; c < 4000; c++) milp.column({ cost: c });
      writeMps(join(folder, 'model.mps'), milp, false);
      assert.equal(readFileSync(join(folder, 'model.mps'), 'utf8'), `${text(milp)}\n`);
      assert.throws(() => writeMps(join(folder, 'model.mps'), milp, false), { code: 'EEXIST' });
    }));
});
