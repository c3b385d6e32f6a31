/** Commitments decided beforehand against the state before the first hour. */
import { type CauseFinder, elementCause } from './cause.ts';

/** A unit that is fixed on while its minimum downtime holds it off, or fixed off while it must be on. */
export const fixedCommitmentConflicts: CauseFinder = function* ({ payload, words, jobType, units }) {
  if (jobType === 'ed') return;
  for (const { generator: name, hour, on } of payload.fixed_commitment ?? []) {
    const unit = units.find(({ generator }) => generator.name === name);
    if (!unit) continue;
    const { heldOn, heldOff, generator } = unit;
    const place = { element_type: 'generator', element_id: name, hour } as const;
    const cause = (code: 'MIN_UPTIME_CONFLICT' | 'MIN_DOWNTIME_CONFLICT', why: string) =>
      elementCause(code, place, `${words.at(hour)}: ${name} is fixed ${on ? 'on' : 'off'} but ${why}`, null);
    if (on && hour < heldOff) {
      const why = `held off until ${words.name(heldOff)} by min_downtime ${words.inHours(generator.min_downtime)}`;
      yield cause('MIN_DOWNTIME_CONFLICT', why);
    }
    if (!on && hour < heldOn) {
      const why = `held on until ${words.name(heldOn)} by min_uptime ${words.inHours(generator.min_uptime)}`;
      yield cause('MIN_UPTIME_CONFLICT', why);
    } else if (!on && generator.must_run) yield cause('MIN_UPTIME_CONFLICT', 'must_run keeps it on');
  }
};

/** A must_run unit that its minimum downtime still holds off. */
export const mustRunConflicts: CauseFinder = function* ({ words, jobType, units }) {
  if (jobType === 'ed') return;
  for (const { generator, heldOff } of units) {
    if (!generator.must_run || heldOff === 0) continue;
    const { name, min_downtime } = generator;
    const message = `${words.at(0)}: ${name} is must_run but held off until ${words.name(heldOff)} by min_downtime ${words.inHours(min_downtime)}`;
    const place = { element_type: 'generator', element_id: name, hour: 0 } as const;
    yield elementCause('MIN_DOWNTIME_CONFLICT', place, message, null);
  }
};
