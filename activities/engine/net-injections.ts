/** Supply less load of a solution at each bus, MW, shape [T][buses]. */
import type { Formulation } from '../uc/formulation/index.ts';
import type { Instance } from '../uc/instance.ts';

export const netInjections = (
  { periods, load }: Instance,
  { injections }: Pick<Formulation, 'injections'>,
  primal: Float64Array,
): Float64Array[] =>
  Array.from({ length: periods }, (_, t) =>
    Float64Array.from(injections, (hours, b) => {
      let mw = -(load[b]?.[t] ?? 0);
      for (const [coefficient, column] of hours[t] ?? []) mw += coefficient * (primal[column] ?? 0);
      return mw;
    }),
  );
