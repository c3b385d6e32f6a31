/** The worked examples of the reference, where they are at hand, over HTTP. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { tokenOf } from '../../../support/accounts.ts';
import { startApp, type TestApp } from '../../../support/app.ts';

const CASES = new URL('../../../../../../shared/cases/power-flow.json', import.meta.url);
const ENDPOINTS = [
  'solve',
  'validate',
  'validate-topology',
  'validate-generators',
  'validate-lines',
  'validate-line',
  'validate-case',
];

interface Example {
  readonly endpoint: string;
  readonly name: string;
  readonly request?: unknown;
  readonly rawBody?: string;
  readonly status: number;
  readonly response: unknown;
}

const isExample = (value: unknown): value is Example =>
  typeof value === 'object' &&
  value !== null &&
  'endpoint' in value &&
  ENDPOINTS.includes(String(value.endpoint));

const examples: Example[] = existsSync(CASES)
  ? Object.values<unknown>(JSON.parse(readFileSync(CASES, 'utf8'))).filter(isExample)
  : [];

describe('the worked examples of the power-flow checks', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  if (examples.length === 0) {
    it('are not at hand here: only the tables of the other tests are checked', () => {
      process.stderr.write(`no examples: ${CASES.pathname} does not exist\n`);
    });
  }
  for (const { endpoint, name, request, rawBody, status, response } of examples) {
    it(`${endpoint}: ${name}`, async () => {
      const token = await tokenOf(app.deps);
      const answer = await app.call('POST', `/api/modules/power-flow/${endpoint}`, {
        token,
        ...(rawBody === undefined ? { body: request } : { raw: rawBody }),
      });
      assert.equal(answer.status, status, answer.text);
      if (status === 200) assert.deepEqual(answer.body, response);
      else assert.match(JSON.stringify(answer.body.detail), rejection(response));
    });
  }
});

/** Of a refusal the examples tell where and which kind, or how the text begins. */
function rejection(response: unknown): RegExp {
  const { detail } = JSON.parse(JSON.stringify(response));
  if (typeof detail === 'string') return new RegExp(`^"${detail}`);
  return new RegExp(`${JSON.stringify(detail[0].loc).replace(/[[\]]/g, '\\$&')}.*"type":"${detail[0].type}"`);
}
