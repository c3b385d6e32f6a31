/** The thresholds at which one more hour of a unit is open, ascending: by how much its decisions raise the bound. */
import type { Lagrangian } from '../uc/lagrangian/lagrangian.ts';

export const risesOf = ({ units }: Lagrangian): number[] =>
  units
    .flatMap(({ optimum, on, off }) => Array.from(on, (cost, t) => Math.max(cost, off[t] ?? 0) - optimum))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
