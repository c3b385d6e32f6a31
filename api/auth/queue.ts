/** Lets few tasks run at a time, the others in order of arrival, and refuses what would wait too long. */

export interface Queue {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createQueue(width: number, maxWaiting: number, refuse: () => Error): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return {
    run: async (task) => {
      if (running < width) running += 1;
      else if (waiting.length < maxWaiting) await turn();
      else throw refuse();
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
