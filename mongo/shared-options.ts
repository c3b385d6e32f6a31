/** Splits the options of the runs of one experiment: shared options are stored once, and each row stores the others. */
import type { StudyOptions } from '../temporal/case/messages/study-options.ts';
import type { ExecutionOptions } from './executions.ts';

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** The fields that `isWanted` accepts, for objects whose fields are all optional. */
const picked = <T extends object>(whole: T, isWanted: (name: string, value: unknown) => boolean): T =>
  Object.fromEntries(Object.entries(whole).filter(([name, value]) => isWanted(name, value))) as T;

/** Fields that have the same value in all objects. */
function common<T extends object>([first, ...others]: readonly T[]): T | undefined {
  return (
    first && picked(first, (name, value) => others.every((other) => isSame(Reflect.get(other, name), value)))
  );
}

const without = <T extends object>(whole: T, shared: object = {}): T =>
  picked(whole, (name) => !Object.hasOwn(shared, name));

const withPrices = (options: StudyOptions, prices: Record<string, number> = {}): StudyOptions => ({
  ...options,
  ...(Object.keys(prices).length > 0 && { fuel_prices: prices }),
});

/**
 * Options that all runs share. Fuel prices are shared one by one: a network may have a thousand fuels, of which a
 * matrix varies one.
 */
export function sharedOptions(all: readonly ExecutionOptions[]): StudyOptions {
  const studies = all.map(
    ({ horizon: _, include_reserves: _reserves, fuel_prices: _prices, ...study }) => study,
  );
  return withPrices(common(studies) ?? {}, common(all.map(({ fuel_prices = {} }) => fuel_prices)));
}

export function ownOptions(whole: ExecutionOptions, shared: StudyOptions): ExecutionOptions {
  const { horizon, include_reserves, fuel_prices = {}, ...study } = whole;
  const rowOptions = withPrices(without(study, shared), without(fuel_prices, shared.fuel_prices));
  return { horizon, include_reserves, ...rowOptions };
}

/** All options of a row. Rows of older versions store all of them themselves. */
export const wholeOptions = (rowOptions: ExecutionOptions, shared: StudyOptions = {}): ExecutionOptions => ({
  ...rowOptions,
  ...withPrices({ ...shared, ...rowOptions }, { ...shared.fuel_prices, ...rowOptions.fuel_prices }),
});
