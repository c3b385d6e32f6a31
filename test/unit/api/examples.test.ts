import assert from 'node:assert/strict';
import { ROUTES } from '../../../api/routes.ts';
import { tokenOf } from '../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../support/stack/app.ts';

const CHECKS = 13;

describe('examples in the OpenAPI document', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  after(() => app.close());

  it('are there for every power-flow check of the reference', () => {
    const routesWithExamples = ROUTES.filter(
      ({ path, example }) => path.startsWith('/modules/power-flow/') && example?.reply,
    );
    assert.equal(routesWithExamples.length, CHECKS);
  });

  for (const { method, path, example } of ROUTES) {
    if (!example?.reply) continue;
    it(`are the replies of ${method} ${path}`, async () => {
      const place = path.replaceAll(/\{(\w+)\}/g, (_, name) => example.params?.[name] ?? '');
      const url = `/api${place}?${new URLSearchParams(example.query)}`;
      const { status, body } = await app.call(method.toUpperCase(), url, {
        token,
        ...(example.body && { body: example.body }),
        ...(example.file && { raw: example.file }),
      });
      assert.equal(status, example.status ?? 200);
      for (const [field, value] of Object.entries(example.reply ?? {}))
        assert.deepEqual(body[field], value, field);
    });
  }
});
