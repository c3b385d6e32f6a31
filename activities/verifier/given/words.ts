/** A place where a schedule breaks a rule, in words. */
import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { ScheduleProblem } from '../../../temporal/case/messages/verification.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

export interface Place extends Pick<ScheduleProblem, 'check' | 'element_type' | 'element_id' | 'hour'> {
  readonly excess: number;
  /** Where the limits of a line are those after an outage. */
  readonly contingency?: string | null;
  /** MW of supply above the load, or below it. */
  readonly surplus?: number | undefined;
  /** Where a renewable is, seen from what is available and what must be taken. */
  readonly renewable?: 'above' | 'below' | undefined;
  /** The flow that was given is not the one of the injections. */
  readonly isMisreported?: true;
}

const WORDS: Readonly<Record<CheckName, readonly [unit: string, words: string]>> = {
  power_balance: ['MW', 'supply, load and losses do not balance, or unserved load is no part of the load'],
  output_limits: ['MW', 'output outside its limits, or a commitment or start mark that does not fit'],
  ramp: ['MW', 'changes by more than its ramp'],
  min_uptime: ['h', 'stops before its minimum up time is over'],
  min_downtime: ['h', 'starts before its minimum down time is over'],
  initial_state: ['h', 'does not keep to its state before the first hour, must_run or fixed_commitment'],
  startup_shutdown_ramp: ['MW', 'produces more in the hour of a start, or before a stop, than it may'],
  reserve: ['MW', 'is not provided, or by units that cannot give it'],
  line_limits: ['MW', 'is above its rating'],
  contingency_limits: ['MW', 'is above its emergency rating'],
  storage: ['MW', 'breaks its power, its energy or the balance of both (MW, MWh)'],
  emission_limit: ['t', 'CO2 is above its limit, or not what the outputs emit'],
  energy_limit: ['MWh', 'gives more energy than its limit'],
  cost: ['share', 'the costs given are not those of the schedule'],
  bound: ['share', 'a bound is above the cost of the schedule, or its gap is another one'],
  lmp_decomposition: ['$/MWh', 'the parts of the prices do not add up'],
  prices: ['$', 'at these prices somebody could earn more'],
};

/** What the numbers of a file may be rounded to, MW. */
const COARSE_MW = 1e-4;

export function inWords(place: Place, payload: SolvePayload): ScheduleProblem {
  const { check, element_type, element_id, hour } = place;
  const [own, words] = WORDS[check];
  const unit = own === 'h' && (payload.interval_minutes ?? 60) !== 60 ? 'intervals' : own;
  const isJudged = place.excess < Number.MAX_VALUE;
  const excess = isJudged ? place.excess : null;
  const message = isJudged
    ? `${where(place)}: ${whatOf(place, words)}, by ${figure(place.excess)} ${unit}${roundingOf(place, unit, payload)}`
    : `${where(place)}: cannot be judged, because numbers are missing or too large`;
  return { check, element_type, element_id, hour, excess, unit, message };
}

function where({ element_type, element_id, hour }: Place): string {
  const element =
    element_id === null ? 'Schedule' : `${capital(element_type.replace('_', ' '))} ${element_id}`;
  return hour === null ? element : `${element}, hour ${hour}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const RENEWABLE = {
  above: 'is above what is available',
  below: 'is below the least that must be taken',
} as const;

function whatOf(place: Place, words: string): string {
  const { check, contingency, element_type, isMisreported, renewable, surplus } = place;
  if (surplus !== undefined) return surplus > 0 ? 'supply is above the load' : 'supply is below the load';
  if (isMisreported) return 'the flow given is not the flow of the injections';
  if (check === 'output_limits' && renewable) return RENEWABLE[renewable];
  if (check === 'output_limits' && element_type === 'renewable')
    return 'output and curtailment are not what is available';
  if (check === 'reserve' && element_type !== 'reserve') return 'has no room for the reserve that it gives';
  if (contingency) return `${words} after ${contingency}`;
  if (check === 'contingency_limits' && element_type === 'contingency')
    return 'the units left have less room than the lost ones produce';
  return element_type === 'dc_line' ? 'is outside its limits' : words;
}

const figure = (excess: number): string => String(Number(excess.toPrecision(6)));

/** A tolerance is not widened for coarse numbers; what they may explain is said. */
function roundingOf({ check, excess }: Place, unit: string, payload: SolvePayload): string {
  const { generators, renewables = [], storage = [], dc_lines = [] } = payload;
  const isSum = ['power_balance', 'line_limits', 'contingency_limits', 'reserve'].includes(check);
  const terms = isSum ? generators.length + renewables.length + storage.length + dc_lines.length : 2;
  return unit === 'MW' && excess <= (terms * COARSE_MW) / 2
    ? '; numbers rounded to 0.0001 MW can come to this: give more digits'
    : '';
}
