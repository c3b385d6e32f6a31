/** The replies to the examples of the reference, when the file with them lies beside the project. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

interface Example {
  readonly endpoint: string;
  readonly name: string;
  readonly request?: unknown;
  readonly query?: Record<string, string>;
  readonly status: number;
  readonly response: Readonly<Record<string, unknown>>;
}

const FILE = new URL('../../../../../../shared/cases/power-flow.json', import.meta.url);
const ENDPOINTS = [
  'validate-contingency',
  'validate-flow',
  'check-violations',
  'line-limits',
  'analyze-stability',
  'validate-units',
];

const examples: readonly Example[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : [];

/** What an example says of a reply that may say more. */
const alike = (reply: unknown, example: unknown): unknown => {
  if (Array.isArray(reply) && Array.isArray(example)) return reply.map((item, i) => alike(item, example[i]));
  if (typeof reply !== 'object' || reply === null || typeof example !== 'object' || example === null) {
    return reply;
  }
  const names = new Map(Object.entries(example));
  return Object.fromEntries(
    Object.entries(reply).flatMap(([name, value]) =>
      names.has(name) ? [[name, alike(value, names.get(name))]] : [],
    ),
  );
};

describe('examples of flows, limits and units', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  after(() => app.close());

  if (examples.length === 0) it('are not at hand: there is no file of cases beside the project', () => {});
  for (const { endpoint, name, request, query, status, response } of examples) {
    if (!ENDPOINTS.includes(endpoint)) continue;
    it(`${endpoint}: ${name}`, async () => {
      const path = `/api/modules/power-flow/${endpoint}`;
      const answer = query
        ? await app.call('GET', `${path}?${new URLSearchParams(query)}`, { token })
        : await app.call('POST', path, { token, body: request });
      assert.equal(answer.status, status, answer.text);
      assert.deepEqual(query ? alike(answer.body, response) : answer.body, response);
    });
  }
});
