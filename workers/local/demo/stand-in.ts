/**
 * The part of the demo in which the analyst answers a question about a result, and the stand-in for the language model.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Client, data, type Reply } from '../../../api/client/client.ts';
import type { JobResult } from '../../../api/client/runs.ts';
import { ROOT } from '../plain/paths.mjs';

const MAIN = join(ROOT, 'dist', 'test', 'support', 'models', 'stand-in', 'main.js');

interface StandInProcess {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the stand-in, which ends together with this process. */
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

/** Scenario of the demo's solves; its newest result is that of the solve with the network. */
const SCENARIO = 'rts24';
const NIGHT_HOUR = 4;
const PEAK_HOUR = 18;
type Answer = Reply<'postAiChat'>;

/** Maximum number of sources that are shown for an answer. */
const MOST_SOURCES = 8;

/** Asks about a result. `result`: the newest result; undefined if its solve failed. */
export async function askAnalyst(client: Client, result: JobResult | undefined): Promise<void> {
  console.log(
    '\nThe analyst. Its words come from a stand-in, which is no language model: a small program that picks',
  );
  console.log(
    'tools by the words of a question. What the tools compute and how answers are checked is real.',
  );
  if (!result) return;
  let session_id: string | null = null;
  for (const message of questionsOn(result)) {
    const body = { message, session_id, context: { scenario_id: SCENARIO } };
    const answer: Answer = await data(client.POST('/api/ai/chat', { body }));
    session_id = answer.session_id;
    console.log(`\n  Q  ${message}\n  A  ${answer.response.replaceAll('\n', '\n     ')}`);
    showSources(answer.citations);
  }
}

/** Shows the sources of figures. Omits hours and zeros, which are numerous and uninformative. */
function showSources(citations: Answer['citations']): void {
  const informative = citations.filter(({ path, value }) => value !== 0 && !path.endsWith('hour'));
  const rows = new Map(
    informative.map(({ text, tool, path }) => [text, `     ${text.padStart(12)}  ${tool} ${path}`]),
  );
  for (const row of [...rows.values()].slice(0, MOST_SOURCES)) console.log(row);
}

function questionsOn({ commitment, lmp }: JobResult): string[] {
  const prices = Object.entries(lmp).map(([bus, hours]) => ({ bus, price: hours[PEAK_HOUR] ?? 0 }));
  const dearest = prices.sort((a, b) => b.price - a.price)[0]?.bus;
  const off = Object.keys(commitment).find((unit) => !commitment[unit]?.[NIGHT_HOUR]);
  return [
    `Which lines bind in hour ${PEAK_HOUR}?`,
    `What is the price at ${dearest} in hour ${PEAK_HOUR}?`,
    off ? `Why is unit ${off} off in hour ${NIGHT_HOUR}?` : 'What does the day cost?',
  ];
}
