/** Who may call what: every route by every kind of caller, on all processes. */
import assert from 'node:assert/strict';
import { ROUTES } from '../../api/routes/index.ts';
import { CALLERS, type Cast, castOfCallers } from '../support/cast-of-callers.ts';
import { runningStack } from '../support/running-stack.ts';

/** Statuses in the order of `CALLERS`, who call one after the other: what one deletes the next does not find. */
interface Row {
  readonly statuses: string;
  readonly body?: object;
  readonly query?: string;
}


/** none disabled stranger other reader user key admin */
const TABLE: Readonly<Record<string, Row>> = {};

describe('access', function () {
  this.timeout(180_000);
  let cast: Cast;
  before(async () => {
    cast = await castOfCallers(await runningStack());
  });

  it('is decided for every route', () => {
    const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(Object.keys(TABLE).sort(), routes.sort());
  });

  for (const [route, { statuses, body, query = '' }] of Object.entries(TABLE)) {
    it(route, async () => {
      const [method = '', path = ''] = route.split(' ');
      const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name) => cast.owned[name] ?? name)}${query}`;
      const seen: number[] = [];
      for (const caller of CALLERS) {
        const options = body ? { body } : {};
        seen.push((await cast.callers[caller].request(method.toUpperCase(), url, options)).status);
      }
      assert.equal(seen.join(' '), statuses, CALLERS.join(' '));
    });
  }
});
