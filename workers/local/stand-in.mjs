/** Starts the stand-in for a language model beside a stack, with the settings that make the API use it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const MAIN = join(ROOT, 'dist', 'api', 'analyst', 'stand-in', 'main.js');

/** Resolves with `{ url, settings, stop() }`; it also ends with this process. */
export async function startStandIn(mode = 'honest') {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--mode', mode], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), failed(child)]);
  const url = String(line).trim();
  return {
    url,
    settings: {
      AI_PROVIDER: 'openai',
      AI_API_KEY: 'stand-in',
      AI_BASE_URL: url,
      AI_MODEL: `stand-in-${mode}`,
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function failed(child) {
  const words = [];
  child.stderr.on('data', (text) => words.push(text));
  const [code] = await once(child, 'close');
  throw new Error(`the stand-in for the language model ended with ${code}: ${words.join('').trim()}`);
}
