/** State of loaded data: the data, a problem, and whether loading is in progress. Old data are kept during a reload. */

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

/** Runs `run`, and again when `inputs` change or on `reload`. `run` may show data several times. */
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
    // A problem stays visible until new data arrive, so that the page does not flicker.
    change((last) => ({ ...last, isLoading: true }));
    run(gone.signal, (data) => change(() => ({ data, problem: undefined, isLoading: false }))).catch(
      (error) => change(({ data }) => ({ data, problem: toProblem(error), isLoading: false })),
    );
    return () => gone.abort();
  }, [...inputs, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  return { ...state, reload };
}

/** Loads data now, and again when `inputs` change. */
export const useLoad = <T>(load: (signal: AbortSignal) => Promise<T>, inputs: Inputs): Load<T> =>
  useTask(async (signal, show) => show(await load(signal)), inputs);

/** Follows data that change until they are final. After the user has signed in again, following restarts. */
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

/** Reloads every `ms` while the page is visible, unless a load is still in progress. */
export const useRefresh = ({ isLoading, reload }: Load<unknown>, ms: number): void =>
  useEvery(ms, () => {
    if (!isLoading) reload();
  });

/** Computes a value in a separate task, so that the page stays responsive; undefined until it is computed. */
export function useMade<T>(make: () => T, inputs: Inputs): T | undefined {
  const { data, isLoading } = useLoad(async () => {
    await new Promise((turn) => setTimeout(turn));
    return make();
  }, inputs);
  return isLoading ? undefined : data;
}
