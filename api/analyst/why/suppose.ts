/** Changes that a what-if may suppose, and their application to a payload. */

import { type InferType, object, string } from 'yup';
import { payloadProblems } from '../../../temporal/case/checks/payload-problems.ts';
import { finite } from '../../../temporal/case/elements/units.ts';
import { applyChanges } from '../../../temporal/case/scenario/apply-changes.ts';
import { UnknownVariable } from '../../../temporal/case/scenario/change.ts';
import { resolveChange } from '../../../temporal/case/scenario/resolve-change.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { ToolRefusal } from '../tools/tool.ts';

/** Kinds of supposed changes, each with a factor or an element. */
const CHANGE_KINDS = ['load', 'fuel_price', 'line_limit', 'unit_outage', 'renewable', 'reserve'] as const;

const MOST_FACTOR = 10;

export const supposedChangeSchema = object({
  kind: string().oneOf(CHANGE_KINDS).required(),
  factor: finite()
    .min(0)
    .max(MOST_FACTOR)
    .optional()
    .meta({ description: 'Factor of the change; required except for unit_outage' }),
  element: string().max(200).optional().meta({
    description:
      'Element to change; absent = all of the kind. load: bus number; fuel_price: fuel; line_limit: line id; unit_outage: generator, required; renewable, reserve: name',
  }),
}).exact();
export type SupposedChange = InferType<typeof supposedChangeSchema>;

type Factored = Exclude<SupposedChange['kind'], 'unit_outage'>;

/** Kind of change -> variable of experiments that it multiplies. */
const VARIABLES: Readonly<
  Record<Factored, (payload: SolvePayload, element: string | undefined) => string[]>
> = {
  load: (_, bus) => [`loads.${bus ?? '*'}.values`],
  fuel_price: (_, fuel) => [fuel === undefined ? 'fuel_price' : `${fuel}_price`],
  line_limit: (_, line = '*') => [
    `transmission_lines.${line}.rating_mw`,
    `transmission_lines.${line}.emergency_rating_mw`,
  ],
  renewable: ({ renewables = [] }, name) => {
    const least = renewables.length > 0 ? [`renewables.${name ?? '*'}.p_min`] : [];
    return [name === undefined ? 'renewable' : `renewables.${name}.p_max`, ...least];
  },
  reserve: (_, name) => [`reserves.${name ?? '*'}.mw`],
};

/** Applies a change to a payload. Throws `ToolRefusal` for a change that does not fit the payload. */
export function suppose(payload: SolvePayload, change: SupposedChange, maxHorizon: number): SolvePayload {
  const changed = altered(payload, change);
  if (changed === payload) throw new ToolRefusal('That changes nothing in the case');
  const [problem] = payloadProblems(changed, { maxHorizon });
  if (problem)
    throw new ToolRefusal(`The changed case is not valid: ${problem.path.join('.')}: ${problem.msg}`);
  return changed;
}

function altered(payload: SolvePayload, { kind, factor, element }: SupposedChange): SolvePayload {
  if (kind === 'unit_outage') return withoutUnit(payload, element);
  if (factor === undefined) throw new ToolRefusal(`A change of ${kind} needs a factor`);
  const names = VARIABLES[kind](payload, element);
  try {
    if (kind === 'fuel_price' && element !== undefined) requireFuel(payload, element);
    const changes = names.map((name) =>
      resolveChange({ name, type: 'discrete', values: [factor], mode: 'multiply' }, payload),
    );
    return applyChanges(payload, changes, Object.fromEntries(names.map((name) => [name, factor])));
  } catch (error) {
    if (!(error instanceof UnknownVariable)) throw error;
    throw new ToolRefusal(
      `The case has nothing to change as ${kind}${element === undefined ? '' : ` ${element}`}`,
    );
  }
}

/** Refuses an unknown fuel; the change would otherwise apply to every fuel. */
function requireFuel({ generators }: SolvePayload, fuel: string): void {
  const fits = (text = ''): boolean => text.toLowerCase().includes(fuel.toLowerCase());
  if (generators.some((unit) => fits(unit.fuel ?? unit.name))) return;
  throw new ToolRefusal(`No generator has the fuel ${fuel}`);
}

/** The payload without one of its generators, as after a trip before the first hour. */
function withoutUnit(payload: SolvePayload, name: string | undefined): SolvePayload {
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
    ...(contingencies && { contingencies: contingencies.flatMap((outage) => withoutLost(outage, name)) }),
  };
}

type Contingency = NonNullable<SolvePayload['contingencies']>[number];

/** Removes the contingencies that lose only this unit, since the unit itself is removed. */
function withoutLost(outage: Contingency, name: string): Contingency[] {
  if (!outage.generators?.includes(name)) return [outage];
  const generators = outage.generators.filter((lost) => lost !== name);
  return generators.length + (outage.lines?.length ?? 0) > 0 ? [{ ...outage, generators }] : [];
}

const withoutKey = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
