/** Starts the stand-in for a language model beside a stack, with the settings that make the API use it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../plain/paths.mjs';

const MAIN = join(ROOT, 'dist', 'test', 'support', 'models', 'stand-in', 'main.js');

interface StandInProcess {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** It also ends with this process. */
export async function startStandIn(mode = 'honest'): Promise<StandInProcess> {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--mode', mode], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const url = await Promise.race([firstLine(child), failed(child)]);
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

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [line] = stdout ? await once(stdout, 'data') : [];
  return String(line).trim();
}

async function failed(child: ChildProcess): Promise<never> {
  const words: string[] = [];
  child.stderr?.on('data', (text) => words.push(String(text)));
  const [code] = await once(child, 'close');
  throw new Error(`the stand-in for the language model ended with ${code}: ${words.join('').trim()}`);
}
