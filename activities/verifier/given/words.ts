/** Words for a place where a schedule breaks a rule. */
import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { ScheduleProblem } from '../../../temporal/case/messages/verification.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

export interface Place extends Pick<ScheduleProblem, 'check' | 'element_type' | 'element_id' | 'hour'> {
  readonly excess: number;
  /** Contingency after which a limit of a line is broken. */
  readonly contingency?: string | null;
  /** Supply less load, MW. */
  readonly surplus?: number | undefined;
  /** Side on which a renewable breaks its profiles: above its available output, or below its must-take output. */
  readonly renewable?: 'above' | 'below' | undefined;
  /** True if the given flow is not the flow of the injections. */
  readonly isMisreported?: true;
}

const WORDS: Readonly<Record<CheckName, readonly [unit: string, words: string]>> = {
  power_balance: ['MW', 'supply, load and losses do not balance, or more load is unserved than there is'],
  output_limits: ['MW', 'output outside its limits, or a commitment or start mark that does not fit'],
  ramp: ['MW', 'changes by more than its ramp'],
  min_uptime: ['h', 'stops before its minimum up time is over'],
  min_downtime: ['h', 'starts before its minimum down time is over'],
  initial_state: ['h', 'breaks its initial status, must_run or fixed_commitment'],
  startup_shutdown_ramp: ['MW', 'exceeds its limit in the hour of a start or before a stop'],
  reserve: ['MW', 'is not provided, or by units that cannot give it'],
  line_limits: ['MW', 'is above its rating'],
  contingency_limits: ['MW', 'is above its emergency rating'],
  interface_limits: ['MW', 'is outside its limits, or the flow given is not that of the injections'],
  storage: ['MW', 'breaks its power limits, its energy limits or its energy balance (MW, MWh)'],
  demand_response: ['MW', 'reduces more than it may, or its energy does not come back in time (MW, MWh)'],
  emission_limit: ['t', 'CO2 is above its limit, or is not that of the outputs'],
  energy_limit: ['MWh', 'gives more energy than its limit'],
  fuel_limit: ['MMBtu', 'fuel is outside its limits, or is not that of the outputs and starts'],
  cost: ['share', 'the costs given are not those of the schedule'],
  bound: ['share', 'a bound is above the objective, or the gap does not match it'],
  lmp_decomposition: ['$/MWh', 'the parts of the prices do not add up'],
  prices: ['$', 'at these prices another dispatch would earn more'],
  settlement: ['share', 'the amounts given are not those of the prices and the schedule'],
};

/** Step to which the numbers in a file may be rounded, MW. */
const COARSE_MW = 1e-4;

export function inWords(place: Place, payload: SolvePayload): ScheduleProblem {
  const { check, element_type, element_id, hour } = place;
  const [baseUnit, words] = WORDS[check];
  const unit = baseUnit === 'h' && (payload.interval_minutes ?? 60) !== 60 ? 'intervals' : baseUnit;
  const isJudged = place.excess < Number.MAX_VALUE;
  const excess = isJudged ? place.excess : null;
  const message = isJudged
    ? `${where(place)}: ${describe(place, words)}, by ${figure(place.excess)} ${unit}${roundingOf(place, unit, payload)}`
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
  above: 'is above its available output',
  below: 'is below its must-take output',
} as const;

function describe(place: Place, words: string): string {
  const { check, contingency, element_type, isMisreported, renewable, surplus } = place;
  if (surplus !== undefined) return surplus > 0 ? 'supply is above the load' : 'supply is below the load';
  if (isMisreported) return 'the flow given is not the flow of the injections';
  if (check === 'output_limits' && renewable) return RENEWABLE[renewable];
  if (check === 'output_limits' && element_type === 'renewable')
    return 'output and curtailment do not add up to the available output';
  if (check === 'reserve' && element_type !== 'reserve') return 'has no room for the reserve that it gives';
  if (contingency) return `${words} after ${contingency}`;
  if (check === 'contingency_limits' && element_type === 'contingency')
    return 'the other units have less headroom than the lost ones produce';
  return element_type === 'dc_line' || element_type === 'phase_shifter' ? 'is outside its limits' : words;
}

const figure = (excess: number): string => String(Number(excess.toPrecision(6)));

/** Hint that rounding may be the cause of a small excess; it changes no tolerance. */
function roundingOf({ check, excess }: Place, unit: string, payload: SolvePayload): string {
  const { generators, renewables = [], storage = [], dc_lines = [] } = payload;
  const isSum = [
    'power_balance',
    'line_limits',
    'contingency_limits',
    'interface_limits',
    'reserve',
  ].includes(check);
  const terms = isSum ? generators.length + renewables.length + storage.length + dc_lines.length : 2;
  return unit === 'MW' && excess <= (terms * COARSE_MW) / 2
    ? '; numbers rounded to 0.0001 MW can cause this: give more digits'
    : '';
}
