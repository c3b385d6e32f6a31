/**
 * A process of its own: three solves by one engine, the second of which has more to search than there is memory for.
 * Prints what became of each, as JSON. Run it with `--wasm-max-mem-pages`.
 */
import { EngineError } from '../../../../activities/engine/base/engine.ts';
import { createEngine } from '../../../../activities/engine/run/create-engine.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';
import { payload } from '../../../support/cases/payloads.ts';

export interface Fate {
  readonly status?: string;
  readonly verified?: boolean | undefined;
  readonly warnings?: readonly string[];
  readonly code?: string;
  readonly message?: string;
}

const engine = createEngine({ heapMb: 2048 });
const watch = { signal: new AbortController().signal, onProgress() {}, onIncumbent() {} };

async function fateOf(day: SolvePayload): Promise<Fate> {
  try {
    const result = await engine(
      { jobType: 'uc', payload: day, solver: 'highs', timeLimitS: 60, mipGap: 0 },
      watch,
    );
    const { termination_status: status, certificate, warnings = [] } = result;
    return { status, verified: certificate?.verified, warnings };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { code: error.code, message: error.message };
  }
}

const fates = [await fateOf(payload()), await fateOf(hardCase(20, 24)), await fateOf(payload())];
process.stdout.write(JSON.stringify(fates));
process.exit(0);
