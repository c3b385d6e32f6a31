/** Token budgets in memory, per process, for use while the database is unavailable. */
import type { Taken, TokenBudgetStore, WindowState, WindowTake } from '../../../mongo/token-budgets.ts';

interface Entry {
  windows: Readonly<Record<string, WindowState>>;
  refusedUntil: number;
}

/** Maximum number of users in memory; when more arrive, all budgets are reset. */
const MOST = 10_000;

export function createMemoryBudgetStore(): TokenBudgetStore {
  const users = new Map<string, Entry>();
  const entryOf = (userId: string): Entry => {
    const stored = users.get(userId);
    if (stored) return stored;
    if (users.size >= MOST) users.clear();
    const entry = { windows: {}, refusedUntil: 0 };
    users.set(userId, entry);
    return entry;
  };
  return {
    take: async (userId, takes, at) => takeFrom(entryOf(userId), takes, at),
    correct: async (userId, corrections) => {
      const entry = users.get(userId);
      if (!entry) return;
      for (const { window, end, amount } of corrections) {
        const state = entry.windows[window];
        if (state?.end.getTime() !== end.getTime()) continue;
        entry.windows = { ...entry.windows, [window]: { end, used: Math.max(0, state.used + amount) } };
      }
    },
  };
}

function takeFrom(entry: Entry, takes: readonly WindowTake[], at: Date): Taken {
  const started = takes.map((take) => ({ take, state: begin(entry.windows[take.window], take, at) }));
  const short = started.filter(({ take, state }) => state.used + take.amount > take.quota);
  const admitted = short.length === 0;
  const firstRefusal = !admitted && entry.refusedUntil <= at.getTime();
  entry.refusedUntil = Math.max(entry.refusedUntil, ...short.map(({ state }) => state.end.getTime()));
  const states = started.map(({ take: { window, amount }, state }) => [
    window,
    admitted ? { ...state, used: state.used + amount } : state,
  ]);
  entry.windows = { ...entry.windows, ...Object.fromEntries(states) };
  return { admitted, firstRefusal, windows: entry.windows };
}

const begin = (state: WindowState | undefined, { lengthMs }: WindowTake, at: Date): WindowState =>
  state && state.end > at ? state : { used: 0, end: new Date(at.getTime() + lengthMs) };
