/**
 * The processes of the engine, one for each running solve, so that a crash of a native solver ends only its process.
 * Starting a process costs as much as a small solve, so a process waits for another request after its answer. A large
 * process is ended instead, because its memory hardly shrinks, and so is a process in which anything went wrong.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import { solverEnvironment } from '../../solvers/executable/environment.ts';
import type { EngineRequest, EngineWatch } from '../base/engine.ts';
import { askProcess, ProcessEnded, STOP } from './process-messages.ts';

/**
 * Memory above which a process is ended after its answer, in bytes; the next constant is the same as a share of its
 * memory limit.
 */
const KEPT_BYTES = 300e6;
const KEPT_SHARE = 0.5;
const BODY = fileURLToPath(new URL('./engine-process.js', import.meta.url));

export function createEngineProcesses(memoryMb: number) {
  const waiting: ChildProcess[] = [];
  const keptBytes = Math.min(KEPT_BYTES, KEPT_SHARE * memoryMb * 2 ** 20);
  const start = (): ChildProcess => {
    const child = fork(BODY, [`${memoryMb}`], {
      env: solverEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const forget = (): void => {
      const at = waiting.indexOf(child);
      if (at >= 0) waiting.splice(at, 1);
    };
    // A waiting process may end by itself; it is then removed from the list, without an error.
    child.on('error', forget).on('exit', forget);
    return child;
  };
  return {
    /** Returns a waiting process, or a new one. It belongs to the caller until it is kept or ended. */
    take(): ChildProcess {
      const child = waiting.pop() ?? start();
      child.ref();
      child.channel?.ref();
      return child;
    },
    /** Lets the process wait for another request. */
    keep(child: ChildProcess, heldBytes: number): void {
      if (heldBytes > keptBytes || waiting.length >= availableParallelism()) {
        end(child);
        return;
      }
      // A waiting process must not keep this one running.
      child.unref();
      child.channel?.unref();
      waiting.push(child);
    },
  };
}

const end = (child: ChildProcess): void => void child.kill('SIGKILL');

/** Time after the time limit at which the solver is asked to stop, s. */
const ASK_AFTER_S = 0.5;
/** Additional time for a schedule that is being checked when its process should end, s. */
const VERIFYING_S = 5;
/** Time from an abort to the end of the process, ms, in which an executable that it has started can end. */
const EXECUTABLE_MS = 500;

/** Resources that an attempt uses. */
export interface Means {
  readonly processes: ReturnType<typeof createEngineProcesses>;
  readonly commands: SolverCommands;
}

/**
 * Answers a request by one attempt, in a process of its own. The process is asked to stop after the time limit, and
 * killed if it does not stop or its check takes too long. Undefined if it was killed at `endAfterS`.
 */
export async function attempt(
  { processes, commands }: Means,
  request: EngineRequest,
  endAfterS: number,
  watch: EngineWatch,
): Promise<SolveResult | undefined> {
  const child = processes.take();
  let isStopped = false;
  let late = false;
  const ask = (): void => {
    isStopped = true;
    if (child.connected) child.send(STOP);
  };
  const endLate = (): void => {
    late = true;
    end(child);
  };
  let isVerifying = false;
  const endUnlessVerifying = (): void => {
    if (isVerifying) timers.push(setTimeout(endLate, VERIFYING_S * 1000));
    else endLate();
  };
  const timers = [
    setTimeout(ask, (request.timeLimitS + ASK_AFTER_S) * 1000),
    setTimeout(endUnlessVerifying, endAfterS * 1000),
  ];
  const abort = (): void => {
    ask();
    timers.push(setTimeout(endLate, request.solver === 'highs' ? 0 : EXECUTABLE_MS));
  };
  watch.signal.addEventListener('abort', abort, { once: true });
  try {
    const answer = askProcess(
      child,
      { request, commands },
      {
        ...watch,
        onProgress(progress) {
          isVerifying ||= progress.phase === 'verifying';
          watch.onProgress(progress);
        },
      },
    );
    if (watch.signal.aborted) abort();
    const { result, heldBytes } = await answer;
    // A process that was asked to stop is not kept: it may have been interrupted in any state.
    if (isStopped) end(child);
    else processes.keep(child, heldBytes);
    return result;
  } catch (error) {
    end(child);
    if (late && error instanceof ProcessEnded) return undefined;
    throw error;
  } finally {
    timers.forEach(clearTimeout);
    watch.signal.removeEventListener('abort', abort);
  }
}
