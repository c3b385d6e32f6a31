/** MongoDB operators in place of values, on all processes: each gets an answer that reveals nothing. */
import assert from 'node:assert/strict';
import { ObjectSchema, type Schema } from 'yup';
import type { RouteShape } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

describe('an operator of MongoDB', function () {
  this.timeout(120_000);

  it('in place of any value is refused on every route, and never reaches the database', async () => {
    const api = await newUser(await runningStack());
    for (const route of ROUTES) {
      for (const { path, body } of operatorsFor(route)) {
        const { status } = await api.request(route.method.toUpperCase(), path, body ? { body } : {});
        const message = `${route.method} ${path} ${JSON.stringify(body)} answered ${status}`;
        assert.ok(status < 500 && status !== 429, message);
        if (body) assert.ok(status >= 400, message);
      }
    }
  });
});

interface Probe {
  readonly path: string;
  readonly body?: object;
}

/** Replaces each field of body and query, and each path parameter, by a MongoDB operator. */
function operatorsFor(route: RouteShape): Probe[] {
  const path = `/api${route.path.replaceAll(/\{\w+\}/g, encodeURIComponent('{"$ne":null}'))}`;
  const inQuery = fieldsOf(route.query).map((field) => ({
    path: `${path}?${field}[$ne]=1&${field}=%7B%22%24gt%22%3A0%7D`,
  }));
  if (!route.body) return [{ path }, ...inQuery];
  const inBody = fieldsOf(route.body).map((field) => ({ path, body: { [field]: { $ne: null } } }));
  return [
    ...inBody,
    { path, body: { $where: '1' } },
    { path, body: [] },
    ...inQuery.map((probe) => ({ ...probe, body: {} })),
  ];
}

const fieldsOf = (schema: Schema | undefined): string[] =>
  schema instanceof ObjectSchema ? Object.keys(schema.fields) : [];
