/** The Python package: its wheel, its types and its style, and its own tests and notebooks against the running stack. */
import assert from 'node:assert/strict';
import { type ExecFileException, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonOfTests } from '../../support/python.ts';
import { newUser, runningStack } from '../../support/stack/running-stack.ts';

/** Heavy, so that they have an environment of their own. */
const PACKAGES = [
  ...[
    'httpx==0.28.1',
    'pandas==3.1.1',
    'pypsa==1.4.0',
    'highspy==1.16.0',
    'tqdm==4.70.1',
    'matplotlib==3.11.2',
  ],
  ...['build==1.6.1', 'hatchling==1.33.0', 'mypy==2.4.1', 'pandas-stubs==3.1.0.261029', 'ruff==0.17.6'],
  ...['pytest==9.2.0', 'nbclient==0.11.0', 'ipykernel==7.4.0'],
];
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGE = join(ROOT, 'api/client/python');
const TESTS = join(ROOT, 'test/e2e/python');
/** The first time, more than a gigabyte is installed. */
const INSTALL_MS = 900_000;
const LIMIT_MS = 600_000;

/** What a case needs at least, solved without what is optional. */
const FIRST_SOLVE = `
import grid_optimization, sys
unit = {"name": "a", "bus": 1, "p_max": 9, "p_min": 0, "marginal_cost": 2, "no_load_cost": 0, "startup_cost": 0,
        "ramp_up": 9, "ramp_down": 9, "min_uptime": 1, "min_downtime": 1, "initial_status": 1}
with grid_optimization.Client() as client:
    job = client.solve({"horizon": 1, "generators": [unit], "loads": [{"bus": 1, "values": [5]}]}, type="uc")
    print(job.result.dispatch.loc[0, "a"], "svg" in job.result._repr_html_())
    for optional in ("tqdm", "matplotlib", "pypsa"):
        assert optional not in sys.modules
    try:
        job.result.plot()
    except ImportError as error:
        print(error)
`;

describe('the Python package', function () {
  this.timeout(INSTALL_MS + LIMIT_MS);
  let python: string;
  let folder: string | undefined;
  let env: NodeJS.ProcessEnv;

  /** Standard output; what a failed program wrote is the message of the error. */
  const run = (program: string, args: readonly string[], cwd = PACKAGE): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { cwd, env, timeout: LIMIT_MS, maxBuffer: 2 ** 26 };
      execFile(program, args, options, (error: ExecFileException | null, stdout, stderr) =>
        error ? reject(new Error(`${args.join(' ')}\n${stdout}\n${stderr}`)) : resolve(stdout),
      );
    });
  const module = (...args: string[]): Promise<string> => run(python, ['-m', ...args]);

  before(async function () {
    const found = await pythonOfTests(PACKAGES, INSTALL_MS);
    // What it lacks has been printed.
    if (found === undefined) return this.skip();
    python = found;
    folder = await mkdtemp(join(tmpdir(), 'grid-python-'));
    const user = await newUser(await runningStack());
    const { body } = await user.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `python ${randomUUID()}` },
    });
    env = {
      ...process.env,
      ...{ GRID_URL: user.url, GRID_API_KEY: body.api_key, PYTHONPATH: join(folder, 'site') },
      ...{ PYTHONDONTWRITEBYTECODE: '1', MPLBACKEND: 'agg', IPYTHONDIR: join(folder, 'ipython') },
    };
    await module('build', '--wheel', '--no-isolation', '--outdir', folder, PACKAGE);
    await module('pip', 'install', '--quiet', '--no-deps', '--target', join(folder, 'site'), await wheel());
  });
  after(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  async function wheel(): Promise<string> {
    const names = (await readdir(folder ?? '')).filter((name) => name.endsWith('.whl'));
    assert.equal(names.length, 1);
    return join(folder ?? '', names[0] ?? '');
  }

  it('solves in an empty virtual environment, with what it needs and no more', async () => {
    const empty = join(folder ?? '', 'empty');
    await run(python, ['-m', 'venv', empty]);
    const own = join(empty, 'bin/python');
    const quietly = ['--quiet', '--no-compile', '--disable-pip-version-check'];
    await run(own, ['-m', 'pip', 'install', ...quietly, PACKAGE]);
    const isolated = await run(own, ['-I', '-c', FIRST_SOLVE]);
    assert.match(isolated, /^5(\.0)? True\nplot\(\) needs matplotlib: pip install .*\[notebook\]/);
  });

  it('passes mypy --strict and ruff', async () => {
    const cache = join(dirname(python), '..', 'mypy-cache');
    await module('mypy', '--strict', '--cache-dir', cache, 'src');
    const settings = ['--config', join(PACKAGE, 'pyproject.toml'), '--no-cache', PACKAGE, TESTS];
    await module('ruff', 'check', ...settings);
    await module('ruff', 'format', '--check', ...settings);
  });

  it('passes its own tests, and finds the optima that PyPSA finds', async () => {
    const all = [...['-p', 'no:cacheprovider', '-q', '-s'], ...['--tb', 'short', '--durations', '5']];
    const said = await run(python, ['-m', 'pytest', ...all, TESTS], TESTS);
    const lines = said.split('\n').filter((line) => / PyPSA .+ here | passed/.test(line));
    process.stdout.write(`${lines.join('\n')}\n`);
    assert.equal(lines.filter((line) => line.includes(' here ')).length, 7);
  });
});
