/** A lock per key within this process: decides between concurrent requests for one name. */

/** Runs tasks of one key one after another; tasks of different keys do not wait for each other. */
interface KeyedLock {
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
