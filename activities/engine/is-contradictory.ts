/** Limits that exclude each other for a unit, even for one that could stay off. */
import type { Instance } from '../uc/instance.ts';

export const isContradictory = ({ units, payload }: Instance): boolean =>
  payload.generators.some(({ p_min, p_max, p_min_profile, p_max_profile }, g) =>
    units[g]?.pMax.some((_, t) => (p_min_profile?.[t] ?? p_min) > (p_max_profile?.[t] ?? p_max)),
  ) || units.some(({ mayBeOn, mustBeOn }) => mustBeOn.some((on, t) => on && !mayBeOn[t]));
