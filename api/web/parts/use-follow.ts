/** What changes by itself until it is over, as it is now. */
import { type Inputs, useCallback, useEffect, useState } from 'preact/hooks';
import { me } from './session.ts';
import { useStore } from './store.ts';
import { type Load, toProblem } from './use-load.ts';

/** `follow` begins anew when `inputs` change, at `reload`, and when somebody signs in again. */
export function useFollow<T>(follow: (signal: AbortSignal) => AsyncIterable<T>, inputs: Inputs): Load<T> {
  const [state, setState] = useState<Omit<Load<T>, 'reload'>>({
    data: undefined,
    problem: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const user = useStore(me)?.user_id;
  // The caller names what `follow` depends on.
  useEffect(() => {
    const gone = new AbortController();
    const run = async (): Promise<void> => {
      for await (const data of follow(gone.signal)) {
        if (!gone.signal.aborted) setState({ data, problem: undefined, isLoading: false });
      }
    };
    run().catch((error: unknown) => {
      if (gone.signal.aborted) return;
      setState(({ data }) => ({ data, problem: toProblem(error), isLoading: false }));
    });
    return () => gone.abort();
  }, [...inputs, round, user]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  return { ...state, reload };
}
