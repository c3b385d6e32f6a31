/** The generators of the fuel that the name of a variable speaks of, such as gas in `gas_price`. */
import type { Generator } from '../messages/generator.ts';

const COMMON_FUELS: readonly string[] = ['gas', 'coal', 'oil', 'nuclear', 'hydro', 'biomass', 'lignite'];

/** Shorter fuels of a payload, such as `ng`, would be found inside of unrelated words. */
const SHORTEST_INSIDE = 3;

/** Letters and digits only: `Natural Gas`, `natural_gas` and `naturalgas` are one fuel. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Words in plain form; a word inside of a longer one is left out, as `natural_gas_price` is about natural gas
 * and not about landfill gas.
 */
function wordsIn(name: string, generators: readonly Generator[]): readonly string[] {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const whole = plain(name);
  const fuels = generators.map(({ fuel }) => plain(fuel ?? '')).filter((fuel) => fuel !== '');
  const found = [...new Set([...COMMON_FUELS, ...fuels])].filter((fuel) =>
    fuel.length < SHORTEST_INSIDE ? parts.includes(fuel) : whole.includes(fuel),
  );
  return found.filter((word) => !found.some((other) => other !== word && other.includes(word)));
}

/** A generator that does not state its fuel may have it in its name. */
const burns = ({ fuel, name }: Generator, word: string): boolean => plain(fuel ?? name).includes(word);

interface FuelMatch {
  readonly words: readonly string[];
  /** Positions of the generators with one of these fuels; of all generators when the name has no fuel. */
  readonly positions: readonly number[];
}

export function fuelMatch(name: string, generators: readonly Generator[]): FuelMatch {
  const words = wordsIn(name, generators);
  const positions = generators.flatMap((generator, at) =>
    words.length === 0 || words.some((word) => burns(generator, word)) ? [at] : [],
  );
  return { words, positions };
}
