/** Prices that do not add up. */
import type { LmpComponents } from '../../../temporal/messages/result.ts';
import type { Mutation } from '../mutations.ts';
import { shift } from './pick.ts';

const part = (name: keyof LmpComponents, change: number): Mutation => ({
  name: `${name} component changed`,
  spoil: (result, _, seed) =>
    shift(
      Object.fromEntries(Object.entries(result.lmp_components).map(([bus, parts]) => [bus, parts[name]])),
      seed,
      change,
    ),
});

export const priceMutations: readonly Mutation[] = [
  { name: 'price changed', spoil: (result, _, seed) => shift(result.lmp, seed, 0.01) },
  part('energy', 0.01),
  part('congestion', -0.01),
  part('loss', 0.001),
  {
    name: 'loss component without losses',
    spoil: (result, _, seed) => {
      const [bus] = Object.keys(result.lmp_components).slice(seed % 2);
      const parts = bus === undefined ? undefined : result.lmp_components[bus];
      if (!parts) return false;
      parts.loss[0] = (parts.loss[0] ?? 0) + 1;
      parts.energy[0] = (parts.energy[0] ?? 0) - 1;
      return true;
    },
  },
  {
    name: 'energy price that differs by bus',
    spoil: (result) => {
      const [first, second] = Object.values(result.lmp_components);
      if (!first || !second) return false;
      second.energy[0] = (second.energy[0] ?? 0) + 1;
      second.congestion[0] = (second.congestion[0] ?? 0) - 1;
      return true;
    },
  },
];
