/** A value to which components subscribe, so that they are rendered again when it changes. */
import { useEffect, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Calls `told` at every change. Returns a function that ends the subscription. */
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
      for (const follower of [...followers]) follower(value);
    },
    follow(follower) {
      followers.add(follower);
      return () => followers.delete(follower);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.get());
  useEffect(() => {
    const update = (next: T): void => setValue(() => next);
    update(store.get());
    return store.follow(update);
  }, [store]);
  return value;
}
