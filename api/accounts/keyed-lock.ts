/** A lock for each key, within this process: which of many that want one name comes first. */

/** Lets tasks of one key run one after the other; those of different keys know nothing of each other. */
export interface KeyedLock {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async (key, task) => {
      const before = last.get(key);
      const mine = (async () => {
        await before?.catch(() => undefined);
        return task();
      })();
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}
