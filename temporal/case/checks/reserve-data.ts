/** Conditions on reserve products, and on their providers, that a schema cannot express. */
import { countedIn, isDown, isOffline } from '../arithmetic/reserve-providers.ts';
import { isList, sum } from '../arithmetic/series.ts';
import type { Reserve } from '../schema.ts';
import { type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

/** Checks reserve providers: each must exist, have a unique name, and be named once per product. */
export const reserveProviders: PayloadCheck = function* ({ generators, storage, renewables, reserves }) {
  if (!reserves?.some(({ providers }) => providers !== undefined)) return;
  const lists = { generator: generators, storage, renewable: renewables };
  const kinds = new Map<string, string[]>();
  for (const [kind, items] of Object.entries(lists))
    for (const { name } of items ?? []) kinds.set(name, [...(kinds.get(name) ?? []), kind]);
  for (const [i, { providers }] of reserves.entries()) {
    yield undefined;
    yield* wrongProviders(providers ?? [], kinds, i);
  }
};

function* wrongProviders(
  providers: readonly string[],
  kinds: ReadonlyMap<string, readonly string[]>,
  i: number,
): Iterable<PayloadProblem> {
  const usedNames = new Set<string>();
  for (const [j, name] of providers.entries()) {
    const at = (msg: string, type?: string) => problem(['reserves', i, 'providers', j], msg, type);
    const matchingKinds = kinds.get(name) ?? [];
    if (matchingKinds.length === 0)
      yield at(`No generator, storage or renewable is called '${name}'`, 'unknown_element');
    else if (matchingKinds.length > 1)
      yield at(`'${name}' is the name of more than one: ${matchingKinds.join(', ')}`);
    else if (usedNames.has(name)) yield at(`Duplicate provider '${name}'`, 'duplicate');
    usedNames.add(name);
  }
}

/** Relative tolerance between a requirement and the sum of its blocks. */
const ROUNDING = 1e-9;

/** Largest number of products of a case in which some count towards others: their chains are searched for each of them. */
const MOST_NESTED = 100;

/**
 * Checks products of a payload or network: a demand curve excludes other prices and requirements, and its prices do not
 * rise.
 */
export function* reserveProducts({ reserves = [] }: { readonly reserves?: readonly Product[] | undefined }) {
  if (reserves.length > MOST_NESTED && reserves.some(({ counts_towards }) => counts_towards !== undefined))
    return yield* [
      problem(['reserves'], `Give at most ${MOST_NESTED} products if one counts towards another`),
    ];
  for (const [i, product] of reserves.entries()) {
    yield* wrongCurve(product, ['reserves', i]);
    if (isOffline(product) && isDown(product))
      yield problem(['reserves', i, 'direction'], 'Non-spinning reserve is upward');
    yield* wrongTarget(product, reserves, ['reserves', i, 'counts_towards']);
  }
}

function* wrongTarget(
  product: Product,
  reserves: readonly Product[],
  place: PayloadProblem['path'],
): Iterable<PayloadProblem> {
  const { counts_towards: name } = product;
  if (name === undefined) return;
  const target = reserves.find((other) => other.name === name);
  if (!target) yield problem(place, `No reserve is called '${name}'`, 'unknown_element');
  else if (isDown(target) !== isDown(product)) yield problem(place, `'${name}' has the other direction`);
  else if (countedIn(product, reserves).at(-1)?.counts_towards !== undefined)
    yield problem(place, `'${product.name}' and '${name}' should not count towards each other`);
}

type Product = Omit<Reserve, 'mw'> & { readonly mw?: Reserve['mw'] | undefined };

function* wrongCurve(
  { mw, penalty_usd_per_mwh, demand_curve: curve }: Product,
  place: PayloadProblem['path'],
): Iterable<PayloadProblem> {
  if (!curve) {
    if (mw === undefined) yield problem([...place, 'mw'], 'Give mw or demand_curve', 'missing');
    return;
  }
  if (penalty_usd_per_mwh !== undefined)
    yield problem([...place, 'penalty_usd_per_mwh'], 'demand_curve has the prices: give only one of them');
  const total = sum(curve.map((block) => block.mw));
  if (mw !== undefined && (isList(mw) || Math.abs(mw - total) > ROUNDING * Math.max(1, total)))
    yield problem([...place, 'mw'], `mw is the sum of demand_curve, ${total}: change demand_curve instead`);
  const rise = curve.findIndex(
    ({ usd_per_mwh }, k) => k > 0 && usd_per_mwh > (curve[k - 1]?.usd_per_mwh ?? 0),
  );
  if (rise > 0)
    yield problem(
      [...place, 'demand_curve', rise, 'usd_per_mwh'],
      'Prices of demand_curve should not rise from block to block',
    );
}
