/** Rules for the OpenAPI document: those that Redocly recommends, and examples that match their schemas. */
import assert from 'node:assert/strict';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ABOUT } from '../../../api/about.ts';
import { REPLY_HEADERS, REQUEST_HEADERS } from '../../../api/http/headers.ts';
import { toOpenApi } from '../../../api/http/openapi.ts';
import { TAGS } from '../../../api/http/route.ts';
import { ROUTES } from '../../../api/routes.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Record<
    string,
    { readonly content?: Record<string, Media>; readonly headers?: Record<string, object> }
  >;
}

const text = JSON.stringify(toOpenApi(ROUTES, ABOUT));
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text);
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

const lint = async (source: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
};

/** True if the body is JSON; files have no JSON body. */
const hasBody = ({ requestBody }: (typeof operations)[number]['operation']): boolean =>
  requestBody !== undefined && !('multipart/form-data' in requestBody.content);

describe('OpenAPI document', function () {
  this.timeout(30_000);

  it('keeps the recommended rules of Redocly, which find a planted fault', async () => {
    assert.deepEqual(await lint(text), []);
    const faults = await lint(text.replace('"security":[]', '"x-nothing":[]'));
    assert.match(faults.join(), /^security-defined/);
  });

  it('has an example of every body but files, and examples match the schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    assert.ok(operations.filter(({ operation }) => hasBody(operation)).length >= 39);
    for (const { name, operation } of operations) {
      const json = operation.requestBody?.content['application/json'];
      if (hasBody(operation)) assert.ok(json && 'example' in json, `${name} has no example`);
      const replies = Object.values(operation.responses).map(({ content }) => content?.['application/json']);
      for (const media of [json, ...replies]) {
        if (media?.example === undefined || typeof media.example === 'string') continue;
        const isRight = ajv.validate(media.schema, media.example);
        assert.ok(isRight, `${name}: ${ajv.errorsText(ajv.errors)}`);
      }
    }
  });

  it('describes every tag, and has no unused one', () => {
    assert.deepEqual([...new Set(ROUTES.map(({ tag }) => tag))].sort(), Object.keys(TAGS).sort());
  });

  it('has the header fields of submissions, waits and versions', () => {
    const heeded = (name: string) =>
      operations
        .filter(({ operation }) => operation.parameters?.some((p) => p.in === 'header' && p.name === name))
        .map((each) => each.name);
    assert.equal(heeded('Idempotency-Key').length, 8);
    assert.equal(heeded('Prefer').length, 7);
    assert.deepEqual(heeded('If-Match'), [
      'put /api/scenarios/{scenario_id}',
      'post /api/networks/import',
      'put /api/networks/{network_id}',
    ]);
    const submit = paths['/api/modules/analyst/solve/uc']?.['post']?.responses;
    for (const name of ['Location', 'Retry-After', 'RateLimit', 'Idempotency-Replayed'])
      assert.ok(submit?.['202']?.headers?.[name], name);
    assert.ok(submit?.['429']?.headers?.['Retry-After']);
    const status = paths['/api/modules/analyst/solve/{job_id}/status']?.['get']?.responses['200'];
    assert.ok(status?.headers?.['Preference-Applied'] && status.headers['RateLimit']);
    assert.ok(paths['/api/scenarios/{scenario_id}']?.['get']?.responses['200']?.headers?.['ETag']);
    assert.ok(Object.keys({ ...REQUEST_HEADERS, ...REPLY_HEADERS }).every((name) => text.includes(name)));
  });

  it('writes bodies as clients may, wherever other names are read', () => {
    const read = ROUTES.filter(({ canonical }) => canonical).map(({ path }) => path);
    assert.deepEqual(
      ROUTES.filter(({ clientSchema }) => clientSchema).map(({ path }) => path),
      read,
    );
  });
});
