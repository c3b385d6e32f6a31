/** Python with the packages that tests read results with: installed once, beside the stack, by who needs it first. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGES = ['pandas==3.1.1', 'pyarrow==26.0.1', 'duckdb==2.0.0', 'requests==2.34.2'];
const LIMIT_MS = 240_000;
const run = promisify(execFile);

/** The path of its executable; undefined where it cannot be had, which is printed. */
export async function pythonOfTests(): Promise<string | undefined> {
  const folder = join(dirname(process.env['STACK_FILE'] ?? ''), 'python');
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  try {
    await run('python3', ['-m', 'venv', folder], { timeout: LIMIT_MS });
    const quietly = ['--quiet', '--no-compile', '--disable-pip-version-check'];
    await run(python, ['-m', 'pip', 'install', ...quietly, ...PACKAGES], { timeout: LIMIT_MS });
    return python;
  } catch (error) {
    const reason = `Python with ${PACKAGES.join(', ')} cannot be had here: ${(error as Error).message}`;
    process.stdout.write(`    ${reason.split('\n')[0]}\n`);
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
}
