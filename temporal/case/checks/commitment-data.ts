/**
 * A commitment given to an economic dispatch: known generators, one 0 or 1 per hour, no "model decides".
 * A fixed commitment: known generators, hours of the horizon, no hour both on and off.
 */
import type { SolvePayload } from '../messages/payload.ts';
import { type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

export const commitmentData: PayloadCheck = (payload) => {
  const known = new Set(payload.generators.map(({ name }) => name));
  return [...given(payload, known), ...fixed(payload, known)];
};

function given(
  { commitment, horizon, interval_minutes = 60 }: SolvePayload,
  known: ReadonlySet<string>,
): PayloadProblem[] {
  if (!commitment) return [];
  const period = interval_minutes === 60 ? 'hour' : 'interval';
  return Object.entries(commitment).flatMap(([name, hours]): PayloadProblem[] => {
    if (!known.has(name))
      return [problem(['commitment', name], `Unknown generator '${name}'`, 'unknown_element')];
    if (!Array.isArray(hours))
      return [problem(['commitment', name], 'Input should be a valid list', 'list_type')];
    if (hours.length !== horizon) {
      const msg = `Expected ${horizon} values, one per ${period}, got ${hours.length}`;
      return [problem(['commitment', name], msg, 'wrong_length')];
    }
    const wrong = hours.findIndex((on) => on !== 0 && on !== 1);
    return wrong < 0 ? [] : [problem(['commitment', name, wrong], 'Input should be 0 or 1', 'enum')];
  });
}

function fixed(
  { fixed_commitment = [], horizon }: SolvePayload,
  known: ReadonlySet<string>,
): PayloadProblem[] {
  const seen = new Map<string, boolean>();
  return fixed_commitment.flatMap(({ generator, hour, on }, i): PayloadProblem[] => {
    const at = (field: string, msg: string, type?: string) => [
      problem(['fixed_commitment', i, field], msg, type),
    ];
    if (!known.has(generator)) return at('generator', `Unknown generator '${generator}'`, 'unknown_element');
    if (hour >= horizon) return at('hour', `Input should be less than the horizon ${horizon}`, 'less_than');
    const place = `${hour}/${generator}`;
    if (seen.get(place) === !on) return at('on', 'Another entry says the opposite');
    seen.set(place, on);
    return [];
  });
}
