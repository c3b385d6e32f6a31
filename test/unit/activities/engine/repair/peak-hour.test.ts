import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { startClock } from '../../../../../activities/engine/base/solve.ts';
import { impossiblePeak } from '../../../../../activities/engine/repair/peak-hour.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { meshedCase } from '../../../../support/cases/meshed-case.ts';
import { solve } from '../../../../support/engine/solve.ts';

/** A network of 308 lines. `outages`: true if the loss of any line is a contingency. */
const network = (outages: boolean) => meshedCase(220, 60, { horizon: 6, seed: 3, outages });

/** Adds a bus with a load, highest in hour 4, at the end of a single line, the spur. */
function spur(payload: SolvePayload, rating_mw: number): SolvePayload {
  const { loads, transmission_lines = [] } = payload;
  const spurLoad = { bus: 999, values: [40, 50, 60, 70, 900, 70] };
  const line = { id: 'spur', from_bus: 1, to_bus: 999, x_pu: 0.05, rating_mw };
  return {
    ...payload,
    loads: [...loads.map((load) => ({ ...load, values: load.values.map(() => 1) })), spurLoad],
    transmission_lines: [...transmission_lines, line].map((each) => ({ ...each, emergency_rating_mw: 5000 })),
  };
}

const causesOf = (payload: SolvePayload) =>
  impossiblePeak({
    prepared: prepareCase(payload, 'scuc'),
    open: openHighs,
    stop: new Int32Array(1),
    clock: startClock(60),
  });

describe('the hour of highest load of a large network', function () {
  this.timeout(60_000);

  /** A case in which only the spur has a low rating. */
  function behindSpur(rating_mw: number): SolvePayload {
    const wide = spur(network(true), rating_mw);
    const lines = wide.transmission_lines?.map((line) =>
      line.id === 'spur' ? line : { ...line, rating_mw: 5000 },
    );
    return { ...wide, transmission_lines: lines };
  }

  it('refuses a case by the line that cannot carry its load, in its hour', async () => {
    assert.deepEqual(await causesOf(behindSpur(850)), [
      {
        code: 'LINE_LIMIT',
        element_type: 'line',
        element_id: 'spur',
        hour: 4,
        message: 'Hour 4: line spur would have to carry 50 MW more than its rating_mw of 850 MW',
        shortfall_mw: 50,
      },
    ]);
  });

  it('refuses nothing that can be carried, shed, or given by a storage', async () => {
    assert.equal(await causesOf(behindSpur(900.001)), undefined);
    const options = { unserved_energy_usd_per_mwh: 1000 };
    assert.equal(await causesOf({ ...behindSpur(850), options }), undefined);
    const battery = {
      name: 'b',
      bus: 999,
      energy_mwh: 200,
      charge_mw: 50,
      discharge_mw: 50.001,
      efficiency: 0.9,
    };
    assert.equal(
      await causesOf({ ...behindSpur(850), storage: [{ ...battery, initial_mwh: 0 }] }),
      undefined,
    );
  });

  it('holds lines to their ratings of that hour, and no other', async () => {
    const wide = behindSpur(5000);
    const hourly = (rating_mw: (number | null)[]): SolvePayload => ({
      ...wide,
      transmission_lines: wide.transmission_lines?.map((line) =>
        line.id === 'spur' ? { ...line, rating_mw } : line,
      ),
    });
    assert.equal(await causesOf(hourly([850, 850, 850, 850, 901, 850])), undefined);
    assert.equal(await causesOf(hourly([850, 850, 850, 850, null, 850])), undefined);
    const [cause] = (await causesOf(hourly([null, 5000, 5000, 5000, 850, null]))) ?? [];
    assert.deepEqual(
      [cause?.element_id, cause?.hour, cause?.message],
      ['spur', 4, 'Hour 4: line spur would have to carry 50 MW more than its rating_mw of 850 MW'],
    );
  });

  it('is the answer of a solve, without a search', async () => {
    const tight = spur(network(false), 100);
    const { termination_status, infeasibility } = await solve('scuc', tight, { timeLimitS: 20 });
    assert.equal(termination_status, 'INFEASIBLE');
    assert.ok(infeasibility?.causes.some(({ element_id, hour }) => element_id === 'spur' && hour === 4));
  });
});
