/** Independent uniform points. */
import type { Sampler } from './sampler.ts';
import { seededRandom } from './seeded-random.ts';

export const randomPoints: Sampler = (samples, dimensions, seed) => {
  const random = seededRandom(seed);
  return Array.from({ length: samples }, () => Array.from({ length: dimensions }, random));
};
