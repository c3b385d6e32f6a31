/** Runs of a study of a year, with days of known capacity in place of solves. */
import assert from 'node:assert/strict';
import { readPart, type StudiedPart } from '../../../../activities/connections/study-runs.ts';
import type { RecordActivityDeps } from '../../../../activities/deps.ts';
import type { ConnectionStudyRecord } from '../../../../mongo/connection-studies.ts';
import type { ExecutionRecord } from '../../../../mongo/executions.ts';
import type { Connection } from '../../../../temporal/case/messages/connection.ts';
import { randomDraw } from '../../../support/cases/random.ts';

const DAYS = 365;
const DAY_H = 24;
const MAX_MW = 400;
/** Largest number of solves of a day; a trial on all days has 365. */
const MOST_SOLVES = 3 * DAYS;

/** Power that a day allows, MW: `proven` by the proof of its scarcest hour, `served` by a schedule. */
interface Day {
  readonly proven: number;
  readonly served: number;
  readonly load: number;
  readonly price: number;
}

function daysOf(seed: number): Day[] {
  const draw = randomDraw(seed);
  return Array.from({ length: DAYS }, () => {
    const proven = draw.real(100, 600);
    const served = proven * (draw.chance(0.8) ? 1 : draw.real(0.9, 1));
    // Load and price say something about what a day allows, and not all.
    return {
      proven,
      served,
      load: 1000 - proven + draw.real(0, 300),
      price: 100 - proven / 10 + draw.real(0, 40),
    };
  });
}

/** Runs `readPart` until it asks for no more; returns its findings and the number of days that were solved. */
async function study(days: readonly Day[], flexible_hours = [0]) {
  const runs: ExecutionRecord[] = [];
  let solves = 0;
  const solved = new Map<string, number[]>();
  const at = (day: number): Day => days[day] ?? assert.fail(`day ${day}`);
  const servedOn = (day: number, { mw, reducible }: Connection): boolean =>
    mw <= at(day).served || reducible.includes(day * DAY_H);
  const windowOf = (run: ExecutionRecord) => (day: number) => {
    const { connection } = run;
    const isServed = !connection || connection.asksMost || servedOn(day, connection);
    const hours = [Math.min(MAX_MW, at(day).proven), ...new Array<number>(DAY_H - 1).fill(MAX_MW)];
    return {
      ...{ index: day, start_hour: day * DAY_H },
      outcome: {
        totals: { penalty_usd: isServed ? 0 : 1e6 },
        ...(connection?.asksMost && { most: { mw: hours, binding: [] } }),
      },
    };
  };
  const windowsOf = (id: string) =>
    (solved.get(id) ?? []).map(windowOf(runs.find(({ _id }) => _id === id) ?? assert.fail(id)));
  const fake: unknown = {
    executions: {
      completedParts: async (_: string, first: number, end: number) =>
        runs
          .filter(({ parent }) => parent && parent.index >= first && parent.index < end)
          .sort((a, b) => (a.parent?.index ?? 0) - (b.parent?.index ?? 0)),
    },
    windows: {
      async *all(id: string) {
        yield* windowsOf(id);
      },
      heads: async (id: string) => windowsOf(id),
      async *parts(id: string) {
        for (const { index } of windowsOf(id)) yield { index, part: { certificate: { verified: true } } };
      },
      hourly: async () =>
        days.map(({ load, price }, index) => ({
          ...{ index, load_mw: [load], average_lmp_usd_per_mwh: [price] },
        })),
    },
  };
  const deps = fake as RecordActivityDeps;
  const record: unknown = {
    ...{ _id: 's', candidates: [{ bus: 1, kind: 'load' }], max_mw: MAX_MW, profile: [1], flexible_hours },
    ...{ windows: DAYS, options: { horizon: DAYS * DAY_H }, most_trials: 20 },
  };
  const run = (index: number, connection?: Connection) => {
    const order = connection?.days ?? days.map((_, day) => day);
    const failing = connection?.asksMost
      ? -1
      : order.findIndex((day) => connection && !servedOn(day, connection));
    const _id = `run-${index}`;
    assert.ok(!solved.has(_id));
    solved.set(_id, failing < 0 ? [...order] : order.slice(0, failing + 1));
    solves += connection ? (solved.get(_id)?.length ?? 0) : 0;
    const totals = { penalty_usd: failing < 0 ? 0 : 1e6, unserved_mwh: 0 };
    const ended: unknown = {
      _id,
      parent: { type: 'connection', id: 's', index },
      connection,
      results: { totals },
    };
    runs.push(ended as ExecutionRecord);
  };
  run(0);
  for (let steps = 0; steps < 100; steps++) {
    const { part, next } = await readPart(deps, record as ConnectionStudyRecord, 0);
    if (part) return { part, solves, runs };
    assert.ok(next);
    run(next.index, next.connection);
  }
  return assert.fail('the study never ends');
}

const firmOf = ({ levels }: StudiedPart) => levels[0] ?? assert.fail();

describe('the runs of a study of a year', () => {
  for (let seed = 1; seed <= 20; seed++)
    it(`enclose the power of every day with few solves: case ${seed}`, async () => {
      const days = daysOf(seed);
      const { part, solves } = await study(days);
      const truth = Math.min(...days.map(({ served }) => served));
      const { atLeast, atMost, shownBy } = firmOf(part);
      assert.ok(atLeast <= truth && truth <= atMost, `${atLeast} <= ${truth} <= ${atMost}`);
      assert.ok(atLeast >= 0.97 * truth, `${atLeast} of ${truth}`);
      assert.equal(shownBy?.connection?.days, undefined);
      assert.ok(solves <= MOST_SOLVES, `${solves} solves`);
    });

  it('serve no less if the connection may be reduced', async () => {
    const days = daysOf(3);
    const { part } = await study(days, [0, 3, 10]);
    const ranked = days.map(({ served }) => served).sort((a, b) => a - b);
    for (const [at, hours] of [0, 3, 10].entries()) {
      const { atLeast, atMost, reducible } = part.levels[at] ?? assert.fail();
      assert.ok(reducible.length <= hours && atLeast <= (ranked[hours] ?? 0) && atLeast <= atMost);
      assert.ok(atLeast >= (part.levels[at - 1]?.atLeast ?? 0));
    }
  });

  it('are the same when they are read again', async () => {
    const [one, other] = [await study(daysOf(5)), await study(daysOf(5))];
    assert.deepEqual(one.runs, other.runs);
  });

  it('keep their positions in a study that an earlier version has begun', async () => {
    const fake: unknown = {
      executions: {
        completedParts: async (_study: string, first: number) => (first === 0 ? [{ _id: 'base' }] : []),
      },
    };
    const record: unknown = {
      ...{ _id: 's', max_mw: MAX_MW, profile: [1], flexible_hours: [0, 3], windows: 2 },
      candidates: [1, 2].map((bus) => ({ bus, kind: 'load' })),
    };
    const { next } = await readPart(fake as RecordActivityDeps, record as ConnectionStudyRecord, 1);
    assert.equal(next?.index, 1 + 3 * 12);
  });
});
