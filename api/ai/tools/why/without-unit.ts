/** A payload without one of its generators, as after a trip before the first hour. */
import type { SolvePayload } from '../../../../temporal/messages/payload.ts';
import { ToolRefusal } from '../tool.ts';

export function withoutUnit(payload: SolvePayload, name: string | undefined): SolvePayload {
  const generators = payload.generators.filter((unit) => unit.name !== name);
  if (name === undefined || generators.length === payload.generators.length) {
    throw new ToolRefusal(
      name === undefined ? 'An outage needs a generator' : `There is no generator ${name}`,
    );
  }
  if (generators.length === 0) throw new ToolRefusal(`${name} is the only generator`);
  const { commitment, contingencies, fixed_commitment: fixed } = payload;
  return {
    ...payload,
    generators,
    ...(fixed && { fixed_commitment: fixed.filter(({ generator }) => generator !== name) }),
    ...(commitment && { commitment: withoutKey(commitment, name) }),
    ...(contingencies && { contingencies: contingencies.map((outage) => withoutLost(outage, name)) }),
  };
}

type Contingency = NonNullable<SolvePayload['contingencies']>[number];

const withoutLost = (outage: Contingency, name: string): Contingency =>
  outage.generators ? { ...outage, generators: outage.generators.filter((lost) => lost !== name) } : outage;

const withoutKey = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
