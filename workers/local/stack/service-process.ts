/** How the processes of the service itself are started. */
import { join } from 'node:path';
import { ROOT } from '../plain/paths.mjs';
import type { StackCommand } from './run-processes.ts';

const SCRIPTS = {
  api: ['api/main.js'],
  orchestrator: ['workers/main.js', 'orchestrator'],
  solver: ['workers/main.js', 'solver'],
} as const;

export function serviceProcess(name: string, role: keyof typeof SCRIPTS): StackCommand {
  const [script, ...args] = SCRIPTS[role];
  return {
    name,
    command: process.execPath,
    args: ['--enable-source-maps', join(ROOT, 'dist', script), ...args],
    stopMs: 40_000,
  };
}
