/** What a view reads from the server: loading, there, or a problem; what was there stays while it is read again. */
import { type Inputs, useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from '../../client/problem.ts';

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

/** `load` runs again when `inputs` change; what it reads then replaces what was there. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, inputs: Inputs): Load<T> {
  const [state, setState] = useState<Omit<Load<T>, 'reload'>>({
    data: undefined,
    problem: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  // The caller names what `load` depends on.
  useEffect(() => {
    const gone = new AbortController();
    // A problem is shown until it is known to be over: no flicker.
    setState((last) => ({ ...last, isLoading: true }));
    load(gone.signal).then(
      (data) => gone.signal.aborted || setState({ data, problem: undefined, isLoading: false }),
      (error) =>
        gone.signal.aborted ||
        setState(({ data }) => ({ data, problem: toProblem(error), isLoading: false })),
    );
    return () => gone.abort();
  }, [...inputs, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  return { ...state, reload };
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
