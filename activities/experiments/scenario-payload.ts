/** The payload of one scenario, or what its values make wrong in it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Schema, ValidationError } from 'yup';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import { optionsSchema, type SolvePayload } from '../../temporal/case/messages/payload.ts';
import { applyChanges } from '../../temporal/case/scenario/apply-changes.ts';
import type { Change } from '../../temporal/case/scenario/change.ts';
import { COLLECTION_NAMES, COLLECTIONS } from '../../temporal/case/scenario/collections.ts';

type ScenarioPayload =
  | { readonly payload: SolvePayload; readonly problem: null }
  | { readonly payload: null; readonly problem: string };

/** `base` has been checked, so only what a value changed is looked at; it is shared, not copied, elsewhere. */
export async function scenarioPayload(
  base: SolvePayload,
  changes: readonly Change[],
  values: Readonly<Record<string, number | string>>,
): Promise<ScenarioPayload> {
  const payload = applyChanges(base, changes, values);
  const problem = (await malformed(base, payload)) ?? inconsistent(payload);
  return problem === null ? { payload, problem } : { payload: null, problem };
}

async function malformed(base: SolvePayload, payload: SolvePayload): Promise<string | null> {
  for (const collection of COLLECTION_NAMES) {
    const before = base[collection] ?? [];
    for (const [at, element] of (payload[collection] ?? []).entries()) {
      if (element === before[at]) continue;
      const message = await violation(COLLECTIONS[collection].schema, element);
      if (message !== null) return `${collection}[${at}].${message}`;
      await nextTurn();
    }
  }
  return payload.options === base.options ? null : violation(optionsSchema, payload.options);
}

async function violation(schema: Schema, value: unknown): Promise<string | null> {
  try {
    await schema.validate(value, { strict: true });
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}

function inconsistent(payload: SolvePayload): string | null {
  const [first] = payloadProblems(payload, { maxHorizon: payload.horizon });
  return first ? `${first.path.join('.')}: ${first.msg}` : null;
}
