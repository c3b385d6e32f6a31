/**
 * Fifty schedules, or a sample of them, whose processes are killed. Their days lie in the past and run at once (a
 * backfill), so that days pass in seconds; each time starts exactly one job in spite of the kills.
 */
import assert from 'node:assert/strict';
import type { ApiClient } from '../../support/callers/api-client.ts';
import { persist } from '../../support/callers/persist.ts';
import { payload } from '../../support/cases/payloads.ts';
import { isFullSize } from '../../support/full-size.ts';
import { killOne, VICTIMS } from '../../support/stack/kill-in-turn.ts';
import type { PrivateStack } from '../../support/stack/private-stack.ts';
import { untilWhole } from '../../support/stack/private-stack.ts';
import { newUser } from '../../support/stack/running-stack.ts';
import { stackToKill } from '../../support/stack/stack-to-kill.ts';
import { until } from '../../support/until.ts';

const USERS = isFullSize ? 5 : 2;
const SCHEDULES_OF_USER = isFullSize ? 10 : 4;
/** Days of each schedule, except for one of each user, which covers a month. */
const DAYS = 2;
const MONTH = isFullSize ? 30 : 10;
const TIMES_OF_USER = (SCHEDULES_OF_USER - 1) * DAYS + MONTH;
const PATIENCE_MS = 600_000;
const DAY_MS = 24 * 3_600_000;
const FIRST_DAY = Date.parse('2026-10-01T00:00:00Z');

interface Action {
  readonly scheduled_at: string;
  readonly status: string;
  readonly run_id: string | null;
}

describe('schedules whose processes are killed', function () {
  this.timeout(900_000);
  let running: PrivateStack;
  let users: ApiClient[];
  before(async () => {
    running = await stackToKill();
    users = await Promise.all(Array.from({ length: USERS }, () => newUser(running)));
  });

  const ask = async <T>(api: ApiClient, method: string, path: string, body?: object) =>
    (await persist(() => api.request<T>(method, path, body ? { body } : {}))).body;

  async function schedulesOf(api: ApiClient): Promise<string[]> {
    await ask(api, 'PUT', '/api/scenarios/case', { payload: payload() });
    const ids: string[] = [];
    for (let n = 0; n < SCHEDULES_OF_USER; n++) {
      const body = {
        name: `number ${n}`,
        cron: `${n} 5 * * *`,
        time_zone: 'Europe/Berlin',
        overlap: 'allow_all',
        solve: { scenario_id: 'case', timeout: 60 },
      };
      ids.push((await ask<{ schedule_id: string }>(api, 'POST', '/api/schedules', body)).schedule_id);
    }
    return ids;
  }
  const history = async (api: ApiClient, id: string) =>
    (await ask<{ history: Action[] }>(api, 'GET', `/api/schedules/${id}/history?limit=100`)).history;
  const fill = (api: ApiClient, id: string, n: number) =>
    ask(api, 'POST', `/api/schedules/${id}/backfill`, {
      from: new Date(FIRST_DAY).toISOString(),
      to: new Date(FIRST_DAY + (n === 0 ? MONTH : DAYS) * DAY_MS).toISOString(),
    });

  it(`start ${USERS * TIMES_OF_USER} jobs, one for each time`, async () => {
    const ids = await Promise.all(users.map(schedulesOf));
    const filled = (async () => {
      for (let n = 0; n < SCHEDULES_OF_USER; n++)
        await Promise.all(users.map((api, user) => fill(api, ids[user]?.[n] ?? '', n)));
    })();
    for (const victim of VICTIMS) await killOne(running, victim);
    await filled;
    // A repeated request has no further effect either.
    await Promise.all(users.map((api, user) => fill(api, ids[user]?.[1] ?? '', 1)));
    const all = () =>
      Promise.all(
        users.map(async (api, user) =>
          (await Promise.all((ids[user] ?? []).map((id) => history(api, id)))).flat(),
        ),
      );
    await until(async () => {
      const actions = (await all()).flat();
      return (
        actions.length === USERS * TIMES_OF_USER && actions.every(({ status }) => status === 'completed')
      );
    }, PATIENCE_MS);
    await untilWhole(running);
    for (const [user, actions] of (await all()).entries()) {
      assert.equal(
        new Set(actions.map(({ run_id }) => run_id)).size,
        TIMES_OF_USER,
        'a job of its own for each time',
      );
      const api = users[user];
      assert.ok(api);
      const { total } = await ask<{ total: number }>(api, 'GET', '/api/modules/analyst/solve?limit=1');
      assert.equal(total, TIMES_OF_USER, 'no time has started another job');
    }
  });
});
