/**
 * The Python package: its own tests against the running stack, and a sample of PyPSA's attributes. At full size also
 * its wheel, types, style and notebooks, and all of PyPSA.
 */
import assert from 'node:assert/strict';
import { type ExecFileException, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFullSize } from '../../support/full-size.ts';
import { OTHER_TOOLS, pythonOfTests } from '../../support/python.ts';
import { newUser, runningStack } from '../../support/stack/running-stack.ts';

/** Large packages with an environment of their own, for full size. */
const PACKAGES = [
  ...['httpx==0.28.1', 'pandas==3.1.1', 'pypsa==1.4.0', 'highspy==1.16.0', 'tqdm==4.70.1'],
  ...['matplotlib==3.11.2', 'build==1.6.1', 'hatchling==1.33.0', 'mypy==2.4.1', 'ruff==0.17.6'],
  ...['pandas-stubs==3.1.0.261029', 'pytest==9.2.0', 'nbclient==0.11.0', 'ipykernel==7.4.0'],
];
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGE = join(ROOT, 'api/client/python');
const TESTS = join(ROOT, 'test/e2e/python');
/** The first installation downloads more than a gigabyte. */
const INSTALL_MS = 900_000;
const LIMIT_MS = 1_800_000;
/** Number of lines in the table that compares the optima of PyPSA with those of this service. */
const PYPSA_LINES = 9;

/** First solve without the optional packages: PyPSA, progress bars and plots. */
const FIRST_SOLVE = `
import grid_optimization, sys
unit = {"name": "a", "bus": 1, "p_max": 9, "p_min": 0, "marginal_cost": 2, "no_load_cost": 0, "startup_cost": 0,
        "ramp_up": 9, "ramp_down": 9, "min_uptime": 1, "min_downtime": 1, "initial_status": 1}
with grid_optimization.Client() as client:
    job = client.solve({"horizon": 1, "generators": [unit], "loads": [{"bus": 1, "values": [5]}]}, type="uc")
    print(job.result.dispatch.loc[0, "a"], "svg" in job.result._repr_html_())
    try:
        job.result.plot()
    except ImportError as error:
        print(error)
`;

describe('the Python package', function () {
  this.timeout(INSTALL_MS + LIMIT_MS);
  let python: string;
  let lean: string;
  let tested: readonly string[];
  let folder: string | undefined;
  let env: NodeJS.ProcessEnv;

  /** Standard output; rejects with the output of a failed program. */
  const run = (program: string, ...args: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { cwd: PACKAGE, env, timeout: LIMIT_MS, maxBuffer: 2 ** 26 };
      execFile(program, args, options, (error: ExecFileException | null, stdout, stderr) =>
        error ? reject(new Error(`${args.join(' ')}\n${stdout}\n${stderr}`)) : resolve(stdout),
      );
    });

  before(async function () {
    lean = await pythonOfTests(this);
    python = isFullSize ? await pythonOfTests(this, PACKAGES, INSTALL_MS) : lean;
    folder = await mkdtemp(join(tmpdir(), 'grid-python-'));
    const user = await newUser(await runningStack());
    const { body } = await user.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `python ${randomUUID()}` },
    });
    env = {
      ...process.env,
      ...{ GRID_URL: user.url, GRID_API_KEY: body.api_key, PYTHONPATH: join(PACKAGE, 'src') },
      // Keeps compiled files outside this folder.
      ...{ PYTHONPYCACHEPREFIX: join(dirname(python), '..', 'compiled') },
      ...{ MPLBACKEND: 'agg', IPYTHONDIR: join(folder, 'ipython') },
    };
    tested = ['test_errors.py', 'test_solve.py'].map((name) => join(TESTS, name));
    if (!isFullSize) return;
    tested = [TESTS];
    await run(python, '-m', 'build', '--wheel', '--no-isolation', '--outdir', folder, PACKAGE);
    const [wheel = ''] = (await readdir(folder)).filter((name) => name.endsWith('.whl'));
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--disable-pip-version-check', '--target'];
    await run(python, ...pip, join(folder, 'site'), join(folder, wheel));
    env['PYTHONPATH'] = join(folder, 'site');
  });
  after(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  it('solves where nothing optional is installed', async () => {
    const output = await run(lean, '-c', FIRST_SOLVE);
    assert.match(output, /^5(\.0)? True\nplot\(\) needs matplotlib: pip install .*\[notebook\]/);
  });

  it('passes its own tests', async () => {
    const output = await run(
      ...[python, '-m', 'pytest', '-p', 'no:cacheprovider', '-q', '-s', '--tb', 'short'],
      ...['--durations', '5', ...tested],
    );
    const lines = output.split('\n').filter((line) => /^\|| passed/.test(line));
    process.stdout.write(`${lines.join('\n')}\n`);
    assert.equal(lines.filter((line) => line.startsWith('|')).length, isFullSize ? PYPSA_LINES : 0);
  });

  it('has the costs of PyPSA, attribute by attribute, or refuses', async function () {
    // A separate test covers this at full size.
    if (isFullSize) return;
    const withPypsa = await pythonOfTests(this, OTHER_TOOLS);
    const packages = (await run(lean, '-c', 'import httpx; print(httpx.__path__[0])')).trim();
    env['PYTHONPATH'] = [join(PACKAGE, 'src'), dirname(packages)].join(delimiter);
    const test = join(TESTS, 'test_pypsa_attributes.py');
    const output = await run(
      withPypsa,
      '-m',
      'pytest',
      '-p',
      'no:cacheprovider',
      '-q',
      '--tb',
      'short',
      test,
    );
    assert.match(output, /\d passed/);
  });

  if (!isFullSize) return;
  it('passes mypy --strict and ruff', async () => {
    const cache = join(dirname(python), '..', 'mypy-cache');
    await run(python, '-m', 'mypy', '--strict', '--cache-dir', cache, 'src');
    const settings = ['--config', join(PACKAGE, 'pyproject.toml'), '--no-cache', PACKAGE, TESTS];
    await run(python, '-m', 'ruff', 'check', ...settings);
    await run(python, '-m', 'ruff', 'format', '--check', ...settings);
  });
});
