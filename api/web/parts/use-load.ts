/** What a view reads from the server: loading, there, or a problem; what was there stays while it is read again. */

import { type Inputs, useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from '../../client/problem.ts';
import { me } from './session.ts';
import { useStore } from './store.ts';

export interface Load<T> {
  readonly data: T | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

export const toProblem = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : new Problem({ status: 0, message: error instanceof Error ? error.message : String(error) });

type State<T> = Omit<Load<T>, 'reload'>;

/** `run` begins anew when `inputs` change and at `reload`, and shows what it has as often as it likes. */
function useTask<T>(
  run: (signal: AbortSignal, show: (data: T) => void) => Promise<void>,
  inputs: Inputs,
): Load<T> {
  const [state, setState] = useState<State<T>>({ data: undefined, problem: undefined, isLoading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const change = (next: (last: State<T>) => State<T>): void => {
      if (!gone.signal.aborted) setState(next);
    };
    // A problem is shown until it is known to be over: no flicker.
    change((last) => ({ ...last, isLoading: true }));
    run(gone.signal, (data) => change(() => ({ data, problem: undefined, isLoading: false }))).catch(
      (error) => change(({ data }) => ({ data, problem: toProblem(error), isLoading: false })),
    );
    return () => gone.abort();
  }, [...inputs, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  return { ...state, reload };
}

/** `load` runs again when `inputs` change; what it reads then replaces what was there. */
export const useLoad = <T>(load: (signal: AbortSignal) => Promise<T>, inputs: Inputs): Load<T> =>
  useTask(async (signal, show) => show(await load(signal)), inputs);

/** What changes by itself until it is over, as it is now; followed anew when somebody signs in again. */
export function useFollow<T>(follow: (signal: AbortSignal) => AsyncIterable<T>, inputs: Inputs): Load<T> {
  const user = useStore(me)?.user_id;
  return useTask(
    async (signal, show) => {
      for await (const data of follow(signal)) show(data);
    },
    [...inputs, user],
  );
}

/** Calls `work` every `ms` while the page is visible, and once when it becomes visible. */
export function useEvery(ms: number, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    const callVisible = (): void => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(callVisible, ms);
    document.addEventListener('visibilitychange', callVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', callVisible);
    };
  }, [ms]);
}

/** Reads again every `ms` while the page is visible; a slow answer is waited for. */
export const useRefresh = ({ isLoading, reload }: Load<unknown>, ms: number): void =>
  useEvery(ms, () => {
    if (!isLoading) reload();
  });

/** What takes a moment is made in a task of its own, so that clicks are answered between; undefined until then. */
export function useMade<T>(make: () => T, inputs: Inputs): T | undefined {
  const { data, isLoading } = useLoad(async () => {
    await new Promise((turn) => setTimeout(turn));
    return make();
  }, inputs);
  return isLoading ? undefined : data;
}
