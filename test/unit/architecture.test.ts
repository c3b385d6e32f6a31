/** The dependency rules of README.md, checked for every import in the sources. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const ROOT = new URL('../../../', import.meta.url).pathname;
const TOP_LEVEL = ['api', 'workflows', 'activities', 'workers', 'temporal', 'mongo', 'test'];
const TOP_LEVEL_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'README.md', 'LICENSE'];
const GENERATED = ['node_modules', 'dist'];

/**
 * Folder -> imports that its files may have beyond their own folder: prefixes of a path from the root, or of a package.
 * `type:` permits only imports that are erased at run time. The longest folder that matches applies.
 */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'temporal/case/arithmetic': [
    'temporal/case/messages',
    'temporal/case/schema.ts',
    'temporal/case/network-schema.ts',
    'temporal/case/elements',
    'type:temporal/case/',
    'type:temporal/solvers.ts',
    'type:yup',
  ],
  'temporal/case/elements': ['yup'],
  // The pages use these explanations too, so Node and schemas are not permitted.
  'temporal/case/explain': ['temporal/case/arithmetic', 'type:temporal/case/'],
  'temporal/case/messages': [
    'yup',
    'temporal/case/elements',
    'temporal/case/schema.ts',
    'temporal/case/network-schema.ts',
    'temporal/solvers.ts',
    'temporal/failures.ts',
  ],
  temporal: [
    '@temporalio/client',
    '@temporalio/common',
    '@temporalio/interceptors-opentelemetry',
    '@opentelemetry/',
    'yup',
    '@noble/hashes',
    'node:crypto',
    'node:fs',
    // `node:net` only classifies addresses as public or private; no connection is made.
    'node:net',
    'node:os',
    'node:timers/promises',
    'node:url',
  ],
  // Documents of an earlier version are converted to the current spelling.
  mongo: ['mongodb', 'yup', 'node:', 'temporal/json', 'temporal/case/arithmetic', 'type:temporal/'],
  'activities/milp': [],
  'activities/linalg': [],
  // Only this folder connects payloads and numerics.
  'activities/case': ['temporal/case/arithmetic', 'type:temporal/'],
  'activities/network': ['activities/linalg', 'temporal/case/arithmetic', 'type:activities/case'],
  'activities/power-flow': [
    'activities/linalg',
    'activities/case',
    'temporal/case/arithmetic',
    'temporal/case/messages',
    'type:temporal/',
  ],
  'activities/uc': [
    'activities/milp',
    'activities/network',
    'temporal/case/arithmetic',
    'activities/case',
    'type:temporal/',
  ],
  'activities/solvers': [
    'activities/milp',
    'temporal/solvers.ts',
    'type:temporal/case/messages/job.ts',
    'highs',
    'koffi',
    'node:',
  ],
  'activities/verifier': ['type:temporal/', '@noble/hashes'],
  'activities/infeasibility': ['activities/case', 'temporal/case/arithmetic', 'type:temporal/'],
  'activities/rolling': ['temporal/case/arithmetic', 'type:temporal/', 'node:crypto'],
  'activities/engine': [
    'activities/',
    'temporal/case/arithmetic',
    'temporal/case/messages',
    'type:temporal/case/schema.ts',
    'temporal/case/scenario',
    'temporal/solvers.ts',
    'temporal/failures.ts',
    'node:',
  ],
  activities: [
    'mongo',
    'temporal',
    '@temporalio/activity',
    '@temporalio/common',
    'lru-cache',
    'standardwebhooks',
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
    'type:temporal/case',
  ],
  // Set-up on a single machine reads the settings of every process.
  'workers/local': [
    'activities/solvers/highs',
    'api/config.ts',
    'api/client',
    'api/cli/terminal',
    'workers/config.ts',
    'temporal',
    'mongo',
    'mongodb',
    '@temporalio/',
    'get-port',
    'mocha',
    'openapi-typescript',
    'vite',
    'api/about.ts',
    'api/routes.ts',
    'api/http/openapi.ts',
    'node:',
  ],
  'workers/http': [
    'api/http',
    'api/threads',
    'api/runs',
    'api/solve',
    'activities/engine',
    'activities/solvers',
    // Verifies given schedules, also of networks, which `rolling` converts to payloads.
    'activities/power-flow',
    'activities/rolling',
    'activities/verifier',
    'temporal',
    'mongo',
    'koa',
    'yup',
    'pino',
    'type:workers/',
    'node:',
  ],
  workers: [
    // An orchestrator submits runs for schedules with the code of the API.
    'api/runs/settings.ts',
    'api/schedules',
    'api/solve/deps.ts',
    'api/experiments/deps.ts',
    'api/model-builder/deps.ts',
    'api/http',
    'activities',
    'temporal',
    'mongo',
    '@temporalio/',
    'pino',
    'prom-client',
    '@opentelemetry/api',
    'yup',
    'mongodb',
    'node:',
  ],
  // The client runs on other machines, against a server of any version, so it may know only the document.
  'api/client': ['openapi-fetch', 'type:openapi-fetch', 'temporal/json/repeated-name.ts'],
  // The check of a certificate without a server runs the verifier, a library that imports nothing from the service.
  'api/client/offline': ['api/client', 'activities/verifier', 'temporal/json', 'type:temporal/case', 'jose'],
  // Writer and checker of a report must make the same page from the same data.
  'api/client/report': [
    'api/client',
    'temporal/case/arithmetic',
    'temporal/case/report/day-warnings.ts',
    'type:temporal/case',
  ],
  // The server for agents calls the API over HTTP, with the key of its caller.
  'api/mcp': [
    'api/client',
    '@modelcontextprotocol/sdk',
    'zod',
    'csv-parse',
    'pino',
    'yup',
    'temporal/settings.ts',
    'node:',
  ],
  // `grid mcp` runs this server over standard input and output.
  'api/cli': [
    'api/client',
    'api/mcp/stdio.ts',
    'commander',
    'csv-parse',
    'csv-stringify',
    'ws',
    'yaml',
    'node:',
  ],
  'api/web': [
    'api/client',
    // All explanations of prices use this code.
    'temporal/case/explain',
    'temporal/case/arithmetic',
    'type:temporal/case/messages',
    'preact',
    'echarts',
    'uqr',
    'd3-geo',
    'topojson-client',
    'topojson-specification',
    'geojson',
    'us-atlas',
    'world-atlas',
  ],
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
    'otpauth',
    'lru-cache',
    'pino',
    'prom-client',
    '@opentelemetry/api',
    'rate-limiter-flexible',
    'csv-parse',
    'csv-stringify',
    '@fastify/busboy',
    'yauzl',
    'yazl',
    'hyparquet-writer',
    'swagger-ui-dist',
    'uqr',
    'openai',
    '@anthropic-ai/sdk',
    'type:mongodb',
    'node:',
  ],
};

/** Orchestration code and solver code must never be loaded together; these rules apply in addition to the table. */
const NEVER: readonly (readonly [folder: string, target: string, but?: string])[] = [
  ['api', '@temporalio/worker'],
  // The verifier needs only a case and a schedule, since it runs wherever a certificate is checked.
  ['api', 'activities', 'api/client/offline'],
  ['activities/verifier', 'activities/uc'],
];

/**
 * Rooms: the subfolders of a folder, and `(root)` for the files directly in it. Room -> other rooms that its files may
 * import at run time; `*`: all of them.
 */
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  api: {
    '(root)': ['*'],
    client: [],
    mcp: ['client'],
    cli: ['client', 'mcp'],
    web: ['client'],
    http: [],
    runs: ['http'],
    threads: ['http'],
    accounts: ['http'],
    // A guest reads with the rights of an account.
    shares: ['http', 'accounts'],
    audit: ['http'],
    overview: ['http'],
    solve: ['http', 'runs'],
    // The client defines the names and colours of fuels for all charts.
    certificates: ['http', 'runs', 'solve', 'client', 'model-builder', 'connections'],
    experiments: ['http', 'runs', 'solve', 'model-builder'],
    connections: ['http', 'runs', 'model-builder'],
    'model-builder': ['http', 'runs', 'solve'],
    formats: ['http'],
    scenarios: ['http', 'runs', 'formats', 'solve'],
    'power-flow': ['http', 'runs', 'formats', 'scenarios'],
    verify: ['http', 'formats', 'solve', 'scenarios'],
    analyst: ['http', 'runs', 'accounts', 'solve', 'scenarios', 'power-flow'],
    // A schedule submits runs through these features, on behalf of an account.
    schedules: ['http', 'accounts', 'solve', 'experiments', 'model-builder'],
    webhooks: ['http'],
  },
  activities: {
    '(root)': ['*'],
    runs: [],
    solve: ['runs', 'engine', 'uc'],
    experiments: ['runs', 'solve', 'executions'],
    executions: ['runs', 'solve', 'rolling', 'uc', 'verifier'],
    connections: ['runs', 'executions', 'rolling'],
    schedules: ['runs'],
    webhooks: [],
    engine: ['case', 'infeasibility', 'milp', 'network', 'solvers', 'uc', 'verifier'],
    case: [],
    uc: ['case', 'milp', 'network'],
    network: ['linalg'],
    'power-flow': ['case', 'linalg'],
    solvers: ['milp'],
    infeasibility: ['case'],
    linalg: [],
    milp: [],
    rolling: [],
    verifier: [],
  },
  'api/mcp': { '(root)': ['tools'], tools: [] },
  'api/cli': {
    '(root)': ['*'],
    commands: ['connection', 'files', 'terminal'],
    connection: ['terminal'],
    files: ['terminal'],
    terminal: [],
  },
  'api/web': {
    '(root)': ['*'],
    parts: [],
    charts: ['parts'],
    shares: ['parts'],
    experiments: ['parts', 'charts', 'solve', 'shares'],
    'model-builder': ['parts', 'charts', 'network', 'results', 'shares'],
    connections: ['parts', 'charts', 'network'],
    account: ['parts', 'shares'],
    admin: ['parts'],
    home: ['parts', 'solve'],
    'power-flow': ['parts', 'network'],
    verify: ['parts'],
    analyst: ['parts'],
    network: ['parts', 'charts'],
    results: ['parts', 'charts', 'network', 'solve'],
    jobs: ['parts', 'charts', 'results', 'analyst', 'shares'],
    solve: ['parts', 'charts'],
    scenarios: ['parts', 'solve'],
    schedules: ['parts'],
  },
  'activities/engine': {
    base: [],
    model: ['base'],
    search: ['base', 'model'],
    result: ['base', 'model', 'search'],
    repair: ['base', 'model', 'search', 'result'],
    // Files of the strategy.
    '(root)': ['base', 'model', 'search', 'result', 'repair'],
    run: ['base', 'model', 'search', 'result', 'repair', '(root)'],
    processes: ['base', 'result', 'run'],
    sensitivity: ['base'],
  },
  'activities/engine/search': {
    '(root)': ['branching', 'kernels', 'sifting'],
    branching: ['kernels'],
    sifting: ['kernels'],
    kernels: [],
  },
  'temporal/case': {
    elements: [],
    '(root)': ['elements'],
    messages: ['(root)', 'elements'],
    arithmetic: ['(root)', 'elements', 'messages'],
    canonical: ['elements', 'arithmetic', 'messages'],
    checks: ['(root)', 'arithmetic', 'messages'],
    scenario: ['(root)', 'elements', 'arithmetic', 'messages'],
    report: ['arithmetic'],
    explain: ['arithmetic'],
  },
  temporal: {
    '(root)': [],
    case: ['(root)', 'json'],
    json: [],
  },
  workers: { '(root)': ['http'], http: [], local: ['(root)', 'http'] },
  mongo: { '(root)': ['seed'], seed: [] },
};

const IMPORT = /^\s*(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

/** Pattern of imports from the schema of a payload; the group holds the types of elements. */
const SCHEMA_TYPES = /import type \{([^}]*)\} from '[^']*temporal\/case\/schema\.ts'/g;
const ELEMENT_TYPE = /\b(Generator|Line|DcLine|Contingency|Load|Renewable|Storage|Reserve)\b/;
const isReader = (file: string): boolean =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(SCHEMA_TYPES)].some(([, names = '']) =>
    ELEMENT_TYPE.test(names),
  );

const files = TOP_LEVEL.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => join(folder, file)),
);
const sources = files.filter((file) => !file.startsWith('test/'));
/** Code that judges the engine must not share code with it, since it would share its errors. */
const checkers = files.filter((file) => /^(activities\/verifier|test\/support\/reference)\//.test(file));

/** Targets of imports relative to the root; prefix `type:` if the import is erased at run time. */
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

/** Room of `folder` that contains a file; undefined for a file outside the folder. */
function roomOf(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [room = '', ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length > 0 ? room : '(root)';
}

/** A file and its imports. */
type Imports = readonly [file: string, targets: readonly string[]];

/** One line for every run-time import between rooms of `folder` that its table does not permit. */
function forbiddenEdges(folder: string, imports: readonly Imports[]) {
  return imports.flatMap(([file, targets]) => {
    const from = roomOf(folder, file);
    const allowed = from === undefined ? ['*'] : (ROOMS[folder]?.[from] ?? []);
    return targets
      .map((target) => [target, roomOf(folder, target)] as const)
      .filter(([, to]) => to !== undefined && to !== from && !allowed.includes(to) && !allowed.includes('*'))
      .map(([target]) => `${file} imports ${target}`);
  });
}

type Edges = Readonly<Record<string, readonly string[]>>;

/** A room that is part of a cycle; undefined without a cycle. A room that may import all others is never imported. */
function cycleIn(edges: Edges): string | undefined {
  const below = (room: string): string[] => (edges[room]?.includes('*') ? [] : [...(edges[room] ?? [])]);
  return Object.keys(edges).find((room) => {
    const visited = new Set<string>();
    for (const todo = below(room); todo.length > 0; ) {
      const next = todo.pop() ?? '';
      if (!visited.has(next)) todo.push(...below(next));
      visited.add(next);
    }
    return visited.has(room);
  });
}

/** Room -> other rooms that its files import at run time. */
function edgesIn(folder: string, imports: readonly Imports[]): Edges {
  const edges: Record<string, string[]> = {};
  for (const [file, targets] of imports) {
    const from = roomOf(folder, file);
    if (from === undefined) continue;
    const to = targets.flatMap((target) => roomOf(folder, target) ?? []).filter((room) => room !== from);
    edges[from] = [...(edges[from] ?? []), ...to];
  }
  return edges;
}

/** File -> files of `folder` that it imports; type imports count too. */
function edgesOfFiles(folder: string, imports: readonly Imports[]): Edges {
  const edges: Record<string, string[]> = {};
  for (const [file, targets] of imports.filter(([name]) => name.startsWith(`${folder}/`)))
    edges[file] = [...(edges[file] ?? []), ...targets.map((target) => target.replace('type:', ''))];
  return edges;
}

const foldersOf = (file: string): string[] => {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
};

describe('architecture', () => {
  it('has exactly the agreed top level', () => {
    const extra = readdirSync(ROOT).filter(
      (name) => !name.startsWith('.') && ![...TOP_LEVEL, ...TOP_LEVEL_FILES, ...GENERATED].includes(name),
    );
    assert.deepEqual(extra, []);
  });
  for (const folder of Object.keys(RULES)) {
    it(`lets ${folder} import only its permitted targets`, () => {
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
  it('keeps apart the folders that must never meet', () => {
    const wrong = NEVER.flatMap(([folder, target, but]) =>
      sources
        .filter((file) => file.startsWith(`${folder}/`) && !(but && file.startsWith(`${but}/`)))
        .flatMap((file) => importsOf(file).map((imported) => [file, imported] as const))
        .filter(([, imported]) => imported.startsWith(target))
        .map(([file, imported]) => `${file} imports ${imported}`),
    );
    assert.deepEqual(wrong, []);
  });
  const imports = sources.map((file): Imports => [file, importsOf(file)]);
  for (const [folder, table] of Object.entries(ROOMS)) {
    it(`ties the rooms of ${folder} along the edges of its table`, () => {
      assert.deepEqual(forbiddenEdges(folder, imports), []);
      const rooms = new Set(sources.flatMap((file) => roomOf(folder, file) ?? []));
      assert.deepEqual([...rooms].sort(), Object.keys(table).sort());
      assert.equal(cycleIn(table), undefined);
    });
  }
  it('lets no room of api know the roof, not even its types', () => {
    const imported = imports.flatMap(([file, targets]) =>
      (roomOf('api', file) ?? '(root)') === '(root)'
        ? []
        : targets
            .filter((target) => roomOf('api', target.replace('type:', '')) === '(root)')
            .map((target) => `${file} imports ${target}`),
    );
    assert.deepEqual(imported, []);
  });
  it('loads tracing only if a setting asks for it', () => {
    const tracers = imports.flatMap(([file, targets]) =>
      targets.some((target) => /^@opentelemetry|^@temporalio\/interceptors-opentelemetry/.test(target))
        ? [file]
        : [],
    );
    assert.deepEqual(tracers, [
      'api/http/trace-requests.ts',
      'workers/trace-worker.ts',
      'temporal/tracing.ts',
    ]);
    const loaded = imports.flatMap(([, targets]) => targets.filter((target) => tracers.includes(target)));
    assert.deepEqual(loaded, []);
  });
  it('has no rooms on a cycle, at any depth', () => {
    const folders = [...new Set(sources.flatMap(foldersOf))];
    assert.deepEqual(
      folders.filter((folder) => cycleIn(edgesIn(folder, imports)) !== undefined),
      [],
    );
  });
  it('has no files on a cycle in activities/uc, not even by types', () => {
    assert.equal(cycleIn(edgesOfFiles('activities/uc', imports)), undefined);
    const planted: Imports[] = [...imports, ['activities/uc/instance.ts', ['type:activities/uc/cost.ts']]];
    assert.notEqual(cycleIn(edgesOfFiles('activities/uc', planted)), undefined);
  });
  it('catches a planted edge between rooms, and a planted cycle', () => {
    const edge = (from: string, to: string) => forbiddenEdges('api', [[from, [to]]]);
    assert.equal(edge('api/http/route.ts', 'api/accounts/gate.ts').length, 1);
    assert.equal(edge('api/accounts/gate.ts', 'api/config.ts').length, 1);
    assert.equal(edge('api/solve/routes.ts', 'api/experiments/routes.ts').length, 1);
    assert.deepEqual(edge('api/http/route.ts', 'type:api/accounts/gate.ts'), []);
    assert.deepEqual(edge('api/experiments/routes.ts', 'api/solve/routes.ts'), []);
    assert.deepEqual(edge('api/app.ts', 'api/accounts/gate.ts'), []);
    const planted: Imports[] = [...imports, ['api/http/route.ts', ['api/accounts/gate.ts']]];
    assert.equal(cycleIn(edgesIn('api', imports)), undefined);
    assert.notEqual(cycleIn(edgesIn('api', planted)), undefined);
  });
  it('lets checkers of the engine compute for themselves', () => {
    const theirs =
      /^(type:)?(temporal\/case\/(arithmetic|canonical|elements)|activities\/(case|uc|rolling|infeasibility))\b/;
    const wrong = checkers.flatMap((file) =>
      importsOf(file)
        .filter((target) => theirs.test(target))
        .map((target) => `${file} imports ${target}`),
    );
    assert.deepEqual(wrong, []);
  });
  it('lets checkers of the engine read the fields of a payload at one border each', () => {
    const readers = checkers.filter(
      (file) => /\w_profile\b/.test(readFileSync(join(ROOT, file), 'utf8')) || isReader(file),
    );
    assert.deepEqual(readers.sort(), [
      'activities/verifier/schedule/case.ts',
      'activities/verifier/schedule/read-case.ts',
      'activities/verifier/schedule/read-network.ts',
      'test/support/reference/case.ts',
      // Maps a network to a payload independently.
      'test/support/reference/network-window.ts',
    ]);
  });
  it('lets activities/case alone read the elements of a payload', () => {
    const readers = sources.filter(
      (file) => /^activities\/(engine|infeasibility|network|uc)\//.test(file) && isReader(file),
    );
    assert.deepEqual(readers, [
      // A repair names numbers of the payload; all other files have their own lines or payload.
      'activities/engine/repair/lever.ts',
      'activities/engine/run/warm-up.ts',
      'activities/engine/sensitivity/sensitivity.ts',
    ]);
  });
  it('catches a planted violation', () => {
    assert.equal(isAllowed('workflows', 'mongodb'), false);
    assert.equal(isAllowed('workflows', 'activities/index.ts'), false);
    assert.equal(isAllowed('workflows', 'type:activities/index.ts'), true);
    assert.equal(isAllowed('activities/uc', 'activities/solvers/highs/open-highs.ts'), false);
    assert.equal(isAllowed('temporal/case/messages', 'temporal/jobs.ts'), false);
  });
});
