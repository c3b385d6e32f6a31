import assert from 'node:assert/strict';
import { nearestCommitment } from '../../../../activities/uc/nearest-commitment.ts';
import { randomDraw } from '../../../support/cases/random.ts';

type Unit = Parameters<typeof nearestCommitment>[0];

const free = (hours: number): Unit => ({
  minUptime: 1,
  minDowntime: 1,
  onBefore: false,
  hoursBefore: 9,
  mayStart: Array.from({ length: hours }, () => true),
  mayStop: Array.from({ length: hours }, () => true),
  mayBeOn: Array.from({ length: hours }, () => true),
  mustBeOn: Array.from({ length: hours }, () => false),
});

/**
 * Checks the rules directly: bounds, permitted changes, and minimum up and down times of stretches that end within the
 * horizon.
 */
function isKept({ mayBeOn, mustBeOn, mayStart, mayStop, ...unit }: Unit, hours: readonly number[]): boolean {
  const least = (running: boolean): number => (running ? unit.minUptime : unit.minDowntime);
  let [on, length] = [unit.onBefore, unit.hoursBefore];
  for (const [t, value] of hours.entries()) {
    if (value === 1 ? !mayBeOn[t] : mustBeOn[t]) return false;
    if (on === (value === 1)) length += 1;
    else if (length < least(on) || !(on ? mayStop : mayStart)[t]) return false;
    else [on, length] = [value === 1, 1];
  }
  return true;
}

const every = (hours: number): number[][] =>
  Array.from({ length: 2 ** hours }, (_, bits) => Array.from({ length: hours }, (_, t) => (bits >> t) & 1));

const differing = (hours: readonly number[], target: readonly (number | undefined)[]): number =>
  hours.filter((on, t) => target[t] !== undefined && target[t] !== on).length;

describe('nearestCommitment', () => {
  it('keeps a feasible commitment', () => {
    assert.deepEqual(nearestCommitment(free(4), [0, 1, 0, 1]), [0, 1, 0, 1]);
  });

  it('changes as few hours as the minimum times allow, and none that is open', () => {
    const unit = { ...free(6), minUptime: 3, minDowntime: 2, hoursBefore: 1 };
    assert.deepEqual(nearestCommitment(unit, [0, 1, 1, 0, 0, 0]), [0, 1, 1, 1, 0, 0]);
    assert.deepEqual(nearestCommitment(unit, [1, 1, undefined, undefined, 0, 0]), [0, 1, 1, 1, 0, 0]);
  });

  it('has no answer for a unit whose bounds contradict each other', () => {
    const unit = { ...free(3), minUptime: 2, mustBeOn: [false, true, false], mayBeOn: [false, true, false] };
    assert.equal(nearestCommitment(unit, [0, 1, 0]), undefined);
  });

  it('is as near as the nearest of all commitments, for random units', () => {
    for (let seed = 0; seed < 200; seed++) {
      const draw = randomDraw(seed);
      const unit: Unit = {
        minUptime: draw.integer(1, 4),
        minDowntime: draw.integer(1, 4),
        onBefore: draw.chance(0.5),
        hoursBefore: draw.integer(1, 5),
        mayBeOn: draw.hours(7, () => 1).map(() => draw.chance(0.9)),
        mustBeOn: draw.hours(7, () => 1).map(() => draw.chance(0.1)),
        mayStart: draw.hours(7, () => 1).map(() => draw.chance(0.8)),
        mayStop: draw.hours(7, () => 1).map(() => draw.chance(0.8)),
      };
      const target = draw.hours(7, () => draw.integer(0, 1)).map((on) => (draw.chance(0.8) ? on : undefined));
      const nearest = nearestCommitment(unit, target);
      const feasible = every(7).filter((hours) => isKept(unit, hours));
      if (!nearest) {
        assert.equal(feasible.length, 0, `seed ${seed}`);
        continue;
      }
      assert.ok(isKept(unit, nearest), `seed ${seed}`);
      const least = Math.min(...feasible.map((hours) => differing(hours, target)));
      assert.equal(differing(nearest, target), least, `seed ${seed}`);
    }
  });
});
