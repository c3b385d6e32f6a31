/** The providers that reserve products name: each exists, is one element, and is named once. */
import { type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

export const reserveData: PayloadCheck = function* ({ generators, storage, renewables, reserves }) {
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
  const seen = new Set<string>();
  for (const [j, name] of providers.entries()) {
    const at = (msg: string, type?: string) => problem(['reserves', i, 'providers', j], msg, type);
    const found = kinds.get(name) ?? [];
    if (found.length === 0)
      yield at(`No generator, storage or renewable is called '${name}'`, 'unknown_element');
    else if (found.length > 1) yield at(`'${name}' is the name of more than one: ${found.join(', ')}`);
    else if (seen.has(name)) yield at(`Duplicate provider '${name}'`, 'duplicate');
    seen.add(name);
  }
}
