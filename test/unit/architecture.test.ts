/** The dependency rules of README.md, checked over every import of the source tree. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const ROOT = new URL('../../../', import.meta.url).pathname;
const TOP_LEVEL = ['api', 'workflows', 'activities', 'workers', 'temporal', 'mongo', 'test'];
const TOP_LEVEL_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'README.md', 'LICENSE'];
const GENERATED = ['node_modules', 'dist'];

/**
 * Folder -> what its files may import beyond their own folder: prefixes of a path from the root or of a
 * package. `type:` allows imports that vanish at run time only. The longest matching folder rules.
 */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'temporal/case/messages': ['yup', 'temporal/solvers.ts', 'temporal/failures.ts'],
  temporal: ['@temporalio/client', '@temporalio/common', 'yup', 'node:fs'],
  mongo: ['mongodb', 'yup', 'node:', 'temporal/json', 'type:temporal/'],
  'activities/milp': [],
  'activities/linalg': [],
  'activities/network': ['activities/linalg', 'type:temporal/case/messages'],
  'activities/uc': ['activities/milp', 'activities/network', 'type:temporal/'],
  'activities/solvers': ['activities/milp', 'temporal/solvers.ts', 'highs', 'node:'],
  'activities/verifier': ['type:temporal/', 'node:crypto'],
  'activities/infeasibility': ['type:temporal/'],
  'activities/rolling': ['type:temporal/'],
  'activities/engine': [
    'activities/',
    'temporal/case/messages',
    'temporal/solvers.ts',
    'temporal/failures.ts',
    'node:',
  ],
  activities: [
    'mongo',
    'temporal',
    '@temporalio/activity',
    '@temporalio/common',
    'yup',
    'type:pino',
    'node:',
  ],
  workflows: [
    '@temporalio/workflow',
    'temporal/names.ts',
    'temporal/solvers.ts',
    'temporal/failures.ts',
    'temporal/run-status.ts',
    'temporal/solve-options.ts',
    'type:activities',
    'type:temporal/case/messages',
  ],
  workers: ['activities', 'temporal', 'mongo', '@temporalio/', 'pino', 'yup', 'mongodb', 'node:'],
  api: [
    'temporal',
    'mongo',
    'koa',
    '@koa/',
    'helmet',
    'ws',
    'yup',
    'jose',
    'bcryptjs',
    'pino',
    'prom-client',
    'rate-limiter-flexible',
    'csv-stringify',
    'swagger-ui-dist',
    'uqr',
    'openai',
    '@anthropic-ai/sdk',
    'type:mongodb',
    'node:',
  ],
};

/** Orchestration code and solver code never meet at run time: these hold whatever the table says. */
const NEVER: readonly (readonly [folder: string, target: string])[] = [
  ['api', '@temporalio/worker'],
  ['api', 'activities'],
  ['workers', 'api'],
  ['activities/verifier', 'activities/uc'],
];

const IMPORT = /^\s*(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

const files = TOP_LEVEL.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => join(folder, file)),
);
const sources = files.filter((file) => !file.startsWith('test/'));

/** Import targets, `type:` first when erased, relative ones from the root. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, type, target = '']) => {
    const resolved = target.startsWith('.') ? join(dirname(file), target) : target;
    return type ? `type:${resolved}` : resolved;
  });

const folderOf = (file: string): string =>
  Object.keys(RULES)
    .filter((folder) => file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0] ?? '';

function isAllowed(folder: string, target: string): boolean {
  const name = target.replace('type:', '');
  if (name.startsWith(`${folder}/`)) return true;
  return (RULES[folder] ?? []).some((rule) =>
    rule.startsWith('type:') ? target.startsWith(rule) : name.startsWith(rule),
  );
}

describe('architecture', () => {
  it('has exactly the agreed top level', () => {
    const extra = readdirSync(ROOT).filter(
      (name) => !name.startsWith('.') && ![...TOP_LEVEL, ...TOP_LEVEL_FILES, ...GENERATED].includes(name),
    );
    assert.deepEqual(extra, []);
  });
  for (const folder of Object.keys(RULES)) {
    it(`lets ${folder} import only what it may`, () => {
      const wrong = sources
        .filter((file) => folderOf(file) === folder)
        .flatMap((file) =>
          importsOf(file)
            .filter((target) => !isAllowed(folder, target))
            .map((target) => `${file} imports ${target}`),
        );
      assert.deepEqual(wrong, []);
    });
  }
  it('keeps apart what must never meet', () => {
    const wrong = NEVER.flatMap(([folder, target]) =>
      sources
        .filter((file) => file.startsWith(`${folder}/`))
        .flatMap((file) => importsOf(file).map((found) => [file, found] as const))
        .filter(([, found]) => found.startsWith(target))
        .map(([file, found]) => `${file} imports ${found}`),
    );
    assert.deepEqual(wrong, []);
  });
  it('catches a planted violation', () => {
    assert.equal(isAllowed('workflows', 'mongodb'), false);
    assert.equal(isAllowed('workflows', 'activities/index.ts'), false);
    assert.equal(isAllowed('workflows', 'type:activities/index.ts'), true);
    assert.equal(isAllowed('activities/uc', 'activities/solvers/highs.ts'), false);
    assert.equal(isAllowed('temporal/case/messages', 'temporal/jobs.ts'), false);
  });
});
