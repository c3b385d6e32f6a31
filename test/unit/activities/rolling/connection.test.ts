import assert from 'node:assert/strict';
import { CONNECTION, withConnection } from '../../../../activities/rolling/connection-payload.ts';
import { limitOf, nextTrial, served, type Trial } from '../../../../activities/rolling/connection-trials.ts';
import { mostConnected } from '../../../../activities/verifier/bound/most-connected.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { type ConnectingCase, connectingCase } from '../../../support/cases/connecting-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { isFullSize } from '../../../support/full-size.ts';
import { mostShare } from '../../../support/reference/most-connected.ts';

const CASES = isFullSize ? 40 : 3;
/** Width of a narrow interval, as a share of its upper end. */
const NARROW = 0.02;

describe('the most power of a connection', function () {
  this.timeout(600_000);
  const widths: number[] = [];
  for (let seed = 1; seed <= CASES; seed++) {
    it(`contains the optimum of a MILP with the power as a variable: case ${seed}`, async () => {
      const study = connectingCase(seed);
      const { payload, bus, kind, maxMw, profile } = study;
      const full = Array.from({ length: payload.horizon }, (_, t) => maxMw * (profile[t] ?? profile[0] ?? 1));
      const optimum = mostShare(payload, 'scuc', { bus, kind, mw: full }) * maxMw;
      const { atLeast, atMost } = await interval(study);
      if (Number.isNaN(optimum)) return assert.equal(atLeast, 0);
      const text = `${atLeast} <= ${optimum} <= ${atMost}`;
      assert.ok(atLeast <= optimum + 1e-2 && optimum <= atMost + 1e-6, text);
      widths.push(optimum > 0 ? (atMost - atLeast) / Math.max(1, atMost) : 0);
    });
  }
  it('is narrow in seven cases of ten; ramps, minimum times and stored energy widen the rest', () => {
    if (!isFullSize) return;
    const narrow = widths.filter((width) => width <= NARROW);
    assert.ok(narrow.length >= 0.7 * widths.length, widths.map((width) => width.toFixed(4)).join(' '));
  });
});

describe('the price of scarcity', () => {
  const scarcityWith = async (rating_mw: number) => {
    const payload = {
      horizon: 1,
      generators: [aUnit('a', { bus: 1, p_max: 500 })],
      loads: [{ bus: 2, values: [50] }],
      transmission_lines: [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw }],
    };
    const connection = {
      bus: 2,
      kind: 'load',
      mw: 600,
      profile: [1],
      reducible: [],
      asksMost: true,
    } as const;
    const asking = withConnection(payload, connection, 0);
    const { multipliers } = await solve('scuc', asking, { mipGap: 1 });
    const { mw: [mw = 0] = [], scarcity: [usd = 0] = [] } =
      mostConnected('scuc', asking, multipliers, CONNECTION) ?? {};
    return [Math.round(mw), usd > 1];
  };

  it('is 0 where a line binds and a unit has power left, and above 0 where no unit has', async () => {
    assert.deepEqual(await scarcityWith(100), [50, false]);
    assert.deepEqual(await scarcityWith(1000), [450, true]);
  });
});

describe('the most power of a connection with losses', function () {
  this.timeout(600_000);
  for (const seed of isFullSize ? [1, 2, 3] : [2])
    it(`is at least that of a schedule with losses, and not far above that without: case ${seed}`, async () => {
      const study = connectingCase(seed);
      const { payload } = study;
      const transmission_lines = payload.transmission_lines?.map((line) => ({
        ...line,
        r_pu: line.x_pu / 20,
      }));
      const lossy = { ...payload, options: { ...payload.options, losses: true }, transmission_lines };
      const [without, { atLeast, atMost }] = [
        await interval(study),
        await interval({ ...study, payload: lossy }),
      ];
      const text = `${atLeast} <= ${atMost}; without losses ${without.atMost}`;
      assert.ok(atLeast <= atMost, text);
      assert.ok(atMost <= 1.15 * without.atMost + 1, text);
    });
});

async function interval({ payload, bus, kind, maxMw, profile }: ConnectingCase) {
  const connection = { bus, kind, mw: maxMw, profile, reducible: [] };
  const asking = withConnection(payload, { ...connection, asksMost: true }, 0);
  const { multipliers } = await solve('scuc', asking, { mipGap: 1 });
  const most = mostConnected('scuc', asking, multipliers, CONNECTION);
  assert.ok(most);
  const { atMost } = limitOf(most.mw, 0, { profile, maxMw });
  const trials: Trial[] = [];
  for (let mw = nextTrial(atMost, trials); mw !== undefined; mw = nextTrial(atMost, trials)) {
    const result = await solve('scuc', withConnection(payload, { ...connection, mw }, 0), { mipGap: 1e-4 });
    const serves = result.certificate?.verified === true && (result.cost_breakdown?.penalty_usd ?? 1) <= 1;
    trials.push({ mw, serves });
  }
  return { atLeast: served(trials), atMost, trials };
}
