/** `npm run build`: compiles changed files to dist/, copies data files, and bundles the workflows. */
import { cp, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { writeVerifierBuild } from './verifier-build.mjs';

const SOURCES = ['api', 'workflows', 'activities', 'workers', 'temporal', 'mongo', 'test'];
/** Files that hold options or packages; a change of one of them rebuilds everything. */
const FILES = ['package-lock.json', 'tsconfig.json'];
/** Source folders of the workflow bundle; packages come in addition. */
const BUNDLED = ['workflows', 'temporal'];
const DIST = join(ROOT, 'dist');
const BUNDLE = join(DIST, 'workflow-bundle.js');
/** Source folders of the pages. */
const PAGES = [
  'api/web',
  'api/client',
  'activities/verifier',
  'temporal/case/arithmetic',
  'temporal/case/explain',
  'temporal/json',
  'package-lock.json',
  'tsconfig.json',
];
const SITE = join(DIST, 'web');
/** The compiler. `.bin/tsc` is an older one, which only the generator of the client's types uses. */
const TSC = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
/** State of the compiler's last run. */
const STATE = join(DIST, 'tsconfig.tsbuildinfo');
const REDOC = join(ROOT, 'node_modules', 'redoc');
const COMPILE_S = 300;

/** Builds if a source is newer than the last build. */
export async function buildIfChanged() {
  const built = await modified(BUNDLE);
  if (built > 0 && (await newest(ROOT, [...SOURCES, ...FILES])) < built) return 'up to date';
  await build();
  return 'built';
}

async function build() {
  if ((await newest(ROOT, FILES)) > (await modified(STATE))) await rm(DIST, { recursive: true, force: true });
  await writeVerifierBuild();
  const options = ['--incremental', '--tsBuildInfoFile', STATE];
  await compile(options);
  for (const folder of SOURCES) await removeOrphans(folder);
  await copyData();
  await copyRedoc();
  await buildPages();
  await bundleWorkflows();
}

/** @param {readonly string[]} options */
const compile = (options) =>
  runCommand(process.execPath, [TSC, ...options], { cwd: ROOT, deadlineS: COMPILE_S });

/** Pattern of a folder of pages. `charts` is excluded: its files are loaded with the first chart. */
const ROOM = /api\/web\/(?!charts)([\w-]+)\//;
/**
 * Files that belong to another chunk than that of their folder; null lets the bundler choose, for code loaded with the first
 * explanation.
 * @type {readonly (readonly [RegExp, string | null])[]}
 */
const CHUNKS = [
  [/api\/web\/results\/why(?:-\w+)?\.ts$/, null],
  [/temporal\/case\/arithmetic\/worth\.ts$/, 'why-worth'],
  // Only results use these modules. In the chunk of a tab, all tabs would load that chunk.
  [/temporal\/case\/arithmetic\/(?:moments|price-figures)\.ts$/, 'results'],
  // Chunks of their own would cost more bytes.
  [/api\/client\/explanations\.ts$/, 'analyst'],
  [/api\/web\/(?:admin|scenarios|schedules)\//, 'home'],
  [/api\/web\/connections\//, 'power-flow'],
  [/api\/client\/(?:period-names|dates)\.ts$/, 'parts'],
  // Several page folders use a little of a case. A small chunk for it saves them loading the chunk of another folder.
  [/temporal\/case\/arithmetic\/(?:output-limits|series|unit-cost|group-by|emissions)\.ts$/, 'case'],
  [/api\/(?:client\/fuels\.ts|web\/solve\/(?:case\.ts|difference-table\.tsx))$/, 'case'],
];

/** @param {string} file */
const roomOf = (file) => {
  const chunk = CHUNKS.find(([files]) => files.test(file));
  return chunk ? chunk[1] : (ROOM.exec(file)?.[1] ?? null);
};

/** The pages are a separate TypeScript project, with DOM types and without Node types. */
async function buildPages() {
  if ((await newest(ROOT, PAGES)) < (await modified(join(SITE, 'index.html')))) return;
  await compile(['--project', join(ROOT, 'api', 'web')]);
  const { build } = await import('vite');
  await build({
    root: join(ROOT, 'api', 'web'),
    // Paths are relative, so that the pages work behind a proxy that adds a prefix.
    base: './',
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: SITE,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // The limit allows for the charts, one large file that is loaded with the first chart.
      chunkSizeWarningLimit: 1000,
      // One chunk per page folder. Dozens of small chunks would be larger together, and need a request each.
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'parts', test: /api\/web\/parts\// },
              { name: 'drawing', test: /api\/web\/(charts|network)\/(?!echarts)/ },
              { name: roomOf, debugName: 'rooms' },
            ],
          },
        },
      },
    },
    worker: { format: 'es' },
  });
}

/**
 * Removes compiled files whose source is gone, since the compiler leaves them and the tests among them would run.
 * @param {string} folder
 */
async function removeOrphans(folder) {
  const sources = new Set(await readdir(join(ROOT, folder), { recursive: true }));
  for (const file of await readdir(join(DIST, folder), { recursive: true })) {
    const [, stem, module] = /^(.*)\.(m?)js(?:\.map)?$/.exec(file) ?? [];
    if (!stem || sources.has(`${stem}.${module}ts`) || sources.has(`${stem}.${module}js`)) continue;
    await rm(join(DIST, folder, file));
  }
}

/** Copies the data files that modules read. */
async function copyData() {
  const kinds = { 'mongo/seed': '.json', 'api/power-flow': '.json', api: '.tsv' };
  for (const [folder, ending] of Object.entries(kinds)) {
    const files = await readdir(join(ROOT, folder), { recursive: true });
    for (const file of files.filter((name) => name.endsWith(ending)))
      await cp(join(ROOT, folder, file), join(DIST, folder, file));
  }
}

/** Copies Redoc, a development dependency. Without Redoc, `/redoc` shows a plain page. */
async function copyRedoc() {
  const assets = join(DIST, 'api', 'assets');
  await mkdir(assets, { recursive: true });
  for (const [from, to] of /** @type {const} */ ([
    ['bundles/redoc.standalone.js', 'redoc.standalone.js'],
    ['LICENSE', 'redoc.LICENSE'],
  ])) {
    await cp(join(REDOC, from), join(assets, to)).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** Bundles the workflows. The time of the bundle also marks the end of a build. */
async function bundleWorkflows() {
  const now = new Date();
  if ((await newest(DIST, BUNDLED)) < (await modified(BUNDLE))) return utimes(BUNDLE, now, now);
  const script = join(DIST, 'workers', 'local', 'bundle-workflows.js');
  await runCommand(process.execPath, [script, BUNDLE], { cwd: ROOT });
}

/** @param {string} file */
const modified = (file) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/**
 * Time of the last change of a file or folder, including its contents. Folders count, because deleting a file changes its folder.
 * @param {string} parent
 * @param {readonly string[]} names
 */
async function newest(parent, names) {
  const times = await Promise.all(
    names.map(async (name) => {
      const below = await readdir(join(parent, name), { recursive: true }).catch(() => []);
      return Promise.all(['.', ...below].map((entry) => modified(join(parent, name, entry))));
    }),
  );
  return Math.max(...times.flat());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
