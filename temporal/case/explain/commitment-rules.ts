/**
 * Rules that fix a commitment whatever it costs, so that no solve is needed to explain it; also minimum times that
 * bind.
 */
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { valueAt } from '../arithmetic/series.ts';
import type { Generator, SolvePayload } from '../schema.ts';

type CommitmentRuleName = 'must_run' | 'fixed_commitment' | 'min_uptime' | 'min_downtime';

type CommitmentRule = NonNullable<ReturnType<typeof commitmentRule>>;

/**
 * The rule that fixes a commitment; undefined if the search could choose it. `minimum_h`: the minimum time;
 * `held_until_hour`: the first hour that the initial status does not fix. Both are null for other rules.
 */
export function commitmentRule(
  payload: Pick<SolvePayload, 'fixed_commitment' | 'interval_minutes'>,
  unit: Generator,
  hour: number,
  on: boolean,
) {
  const rule = (name: CommitmentRuleName, minimum_h: number | null, held_until_hour: number | null) => ({
    generator: unit.name,
    hour,
    rule: name,
    minimum_h,
    held_until_hour,
  });
  if (on && valueAt(unit.must_run, hour)) return rule('must_run', null, null);
  const fixed = payload.fixed_commitment?.some(
    (decision) => decision.generator === unit.name && decision.hour === hour,
  );
  if (fixed) return rule('fixed_commitment', null, null);
  const [name, minimum] = on
    ? (['min_uptime', unit.min_uptime] as const)
    : (['min_downtime', unit.min_downtime] as const);
  const asBefore = on === unit.initial_status > 0;
  // The hours of a schedule are intervals, so times are converted.
  const perHour = intervalsPerHour(payload);
  const heldUntil = Math.ceil((minimum - Math.abs(unit.initial_status)) * perHour);
  return asBefore && hour < heldUntil ? rule(name, minimum, heldUntil) : undefined;
}

const REASONS: Readonly<Record<CommitmentRuleName, string>> = {
  must_run: 'it is must_run',
  fixed_commitment: 'the case itself fixes it',
  min_uptime: 'its minimum up time',
  min_downtime: 'its minimum down time',
};

/** The rule as a clause. `hourName`: name of an hour as the reader uses it. */
export const ruleReason = (
  { generator, rule, minimum_h, held_until_hour }: CommitmentRule,
  on: boolean,
  hourName = (hour: number): string => `hour ${hour}`,
): string =>
  held_until_hour === null
    ? REASONS[rule]
    : `${REASONS[rule]} of ${minimum_h} h holds ${generator} ${on ? 'on' : 'off'} until ${hourName(held_until_hour)}, for its state before the first hour`;

export const sayRule = (rule: CommitmentRule, on: boolean): string =>
  `${rule.generator} is ${on ? 'on' : 'off'} in hour ${rule.hour} because ${ruleReason(rule, on)}; no cost decides it.`;

/** Fractions of an interval up to this size are rounding. */
const ROUNDING = 1e-6;

/**
 * The period around an hour in which a unit stays on, or stays off. `binding`: true if the period is as short as the
 * minimum time allows. `perHour`: number of intervals in an hour; `hour` is an interval, and -1 stands for the time
 * before the first interval. `minimum_h`: min_uptime or min_downtime of the unit. `length_h`: length of the whole
 * period, including its part before the first interval.
 */
export function commitmentRun(unit: Generator, states: readonly number[], hour: number, perHour = 1) {
  const initial = Number(unit.initial_status > 0);
  const on = hour < 0 ? initial : (states[hour] ?? 0);
  const start = Math.max(0, hour);
  const from = states.slice(0, start).findLastIndex((state) => state !== on) + 1;
  const rest = states.slice(start).findIndex((state) => state !== on);
  const to = rest < 0 ? states.length - 1 : start + rest - 1;
  const before = from === 0 && on === initial ? Math.abs(unit.initial_status) * perHour : 0;
  const hours = to - from + 1;
  const minimum = on === 1 ? unit.min_uptime : unit.min_downtime;
  const least = Math.ceil(minimum * perHour - ROUNDING);
  // A period that reaches the end of the horizon may continue after it.
  const ends = to < states.length - 1;
  return {
    generator: unit.name,
    on,
    from_hour: from,
    to_hour: to,
    hours,
    length_h: (hours + before) / perHour,
    minimum_h: minimum,
    binding: ends && least > 1 && hours + before <= least,
  };
}

export const sayRun = ({
  generator,
  on,
  from_hour,
  to_hour,
  minimum_h,
}: ReturnType<typeof commitmentRun>): string =>
  `${generator} is ${on === 1 ? 'on' : 'off'} from hour ${from_hour} to hour ${to_hour}, as short as its minimum ${on === 1 ? 'up' : 'down'} time of ${minimum_h} h allows.`;
