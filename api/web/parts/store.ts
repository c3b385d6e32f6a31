/** A value that components follow. */
import { useEffect, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Returns what ends it. */
  follow(told: (value: T) => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
  const followers = new Set<(value: T) => void>();
  let current = first;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const told of [...followers]) told(value);
    },
    follow(told) {
      followers.add(told);
      return () => followers.delete(told);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.get());
  useEffect(() => {
    const told = (next: T): void => setValue(() => next);
    told(store.get());
    return store.follow(told);
  }, [store]);
  return value;
}
