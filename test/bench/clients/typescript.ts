/** A TypeScript client generated from the document: its types must accept the program, which then solves. */
import { UC_EXAMPLE } from '../../../api/solve/examples.ts';
import type { GeneratedClient } from './python.ts';

/** The generator runs on a compiler older than TypeScript 7. */
const PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];

const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const { API_URL: baseUrl, TOKEN } = (globalThis as any).process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${TOKEN}\` } });

const empty = { scenario_id: 'x', payload: { generators: [], loads: [], horizon: 1 } };
const wrong = await client.POST('/api/modules/analyst/solve/uc', { body: empty });
const { data: job } = await client.POST('/api/modules/analyst/solve/uc', {
  params: { header: { 'Idempotency-Key': 'generated-typescript' } },
  body: ${JSON.stringify(UC_EXAMPLE.body)},
});
const params = { path: { job_id: job!.job_id }, header: { Prefer: 'wait=20' } };
for (let status = ''; status !== 'completed'; ) {
  const { data } = await client.GET('/api/modules/analyst/solve/{job_id}/status', { params });
  status = data!.status;
}
const { data: result, response } = await client.GET('/api/modules/analyst/solve/{job_id}/results', {
  params: { path: params.path },
});
if (response.status !== 200 || typeof result !== 'object' || !('certificate' in result)) throw new Error('no result');
const hours: number | undefined = result.dispatch_mw?.['coal']?.length;
const verified: boolean | undefined = result.certificate?.verified;
console.log(JSON.stringify({ refused: wrong.response.status, status: result.termination_status, verified, hours }));
`;

export const TYPESCRIPT: GeneratedClient = {
  files: { 'package.json': '{"type":"module","private":true}', 'program.ts': PROGRAM },
  install: [['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES]],
  use: [
    ['npx', 'openapi-typescript', 'openapi.json', '-o', 'schema.d.ts'],
    [
      ...(['npx', 'tsc', '--strict', '--target', 'es2022', '--module', 'nodenext'] as const),
      ...['--skipLibCheck', 'program.ts'],
    ],
    ['node', 'program.js'],
  ],
};
