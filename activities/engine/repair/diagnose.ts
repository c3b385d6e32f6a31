/**
 * Explains a case without a schedule by its causes and the smallest repair. Arithmetic comes first, then elastic
 * models, within a share of the remaining time. If the diagnosis fails, the result is still that the case is
 * infeasible.
 */
import { type TimeWords, timeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import { isRate } from '../../../temporal/case/arithmetic/per-interval.ts';
import { CAUSE_WORDS, type CauseCode, RELAXED_ALONE } from '../../../temporal/case/messages/families.ts';
import type { Cause, Infeasibility } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Case } from '../../case/case.ts';
import { inMw, orderCauses, toCause } from '../../infeasibility/checks/cause.ts';
import { explainInfeasibility } from '../../infeasibility/explain-infeasibility.ts';
import { type PreparedCase, prepareCase } from '../base/prepared-case.ts';
import { type Clock, shareOfClock, startClock } from '../base/solve.ts';
import { asPayload, findRepair, LOADS, NO_REPAIR } from './find-repair.ts';
import { type Change, solveElastic } from './solve-elastic.ts';

/** Share of the remaining time that the diagnosis may take. The next constants are its bounds, s. */
const DIAGNOSIS_SHARE = 0.3;
const LEAST_S = 2;
const MOST_S = 20;
/** Share of the diagnosis's time that the search for causes may take. */
const CAUSES_SHARE = 0.6;
/**
 * Upper bound of the diagnosis's time, as a share of the remaining time: a solver may overrun, and the result must be
 * in time.
 */
const SAFE_SHARE = 0.75;

export async function diagnose(
  payload: SolvePayload,
  jobType: JobType,
  clock: Clock,
): Promise<Infeasibility> {
  const diagnosisClock = startClock(allowedS(clock.leftS()));
  const causes = await orElse<Cause[]>([], () => causesOf(payload, jobType, diagnosisClock));
  return { causes, ...(await orElse(NO_REPAIR, () => findRepair(payload, jobType, causes, diagnosisClock))) };
}

const allowedS = (leftS: number): number =>
  Math.min(MOST_S, Math.max(LEAST_S, DIAGNOSIS_SHARE * leftS), SAFE_SHARE * leftS);

async function causesOf(payload: SolvePayload, jobType: JobType, clock: Clock): Promise<Cause[]> {
  const proven = explainInfeasibility(payload, jobType);
  return proven.length > 0
    ? proven
    : elasticCauses(prepareCase(payload, jobType), shareOfClock(clock, CAUSES_SHARE));
}

/** Result of `find`, or `otherwise` if it fails. */
async function orElse<T>(otherwise: T, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch {
    return otherwise;
  }
}

const EVERYTHING: readonly CauseCode[] = [...RELAXED_ALONE.flat(), ...LOADS];
/** Share of the remaining time for the model that relaxes one family of rules. */
const FAMILY_SHARE = 0.6;

/**
 * Causes that arithmetic alone does not prove. A family of rules is a cause if the case has a schedule without this
 * family; the cause names the elements and hours of the smallest violation of the family. If no single family suffices,
 * all families and the load share the violation. `first`: hour with which the case begins.
 */
export async function elasticCauses(prepared: PreparedCase, clock: Clock, first = 0): Promise<Cause[]> {
  const relaxed = async (codes: readonly CauseCode[]): Promise<Cause[]> => {
    const elasticity = { byHour: true, codes: new Set(codes) };
    const changes = await solveElastic(prepared, elasticity, shareOfClock(clock, FAMILY_SHARE));
    return toCauses(changes ?? [], prepared.instance.case, first);
  };
  const causes: Cause[] = [];
  for (const codes of RELAXED_ALONE) {
    if (clock.leftS() <= 0) break;
    if (codes.some((code) => causes.some((cause) => cause.code === code))) continue;
    causes.push(...(await relaxed(codes)));
  }
  return orderCauses(causes.length > 0 || clock.leftS() <= 0 ? causes : await relaxed(EVERYTHING));
}

/** Message of each cause code, without the hour. */
const MESSAGES: Readonly<Partial<Record<CauseCode, (change: Change, limit: string, by: string) => string>>> =
  {
    RAMP_LIMIT: ({ lever }, limit, by) =>
      `${lever.element_id} would have to exceed its ${lever.field} of ${limit} by ${by}`,
    RESERVE_SHORTFALL: ({ lever }, limit, by) =>
      `reserve ${lever.element_id} of ${limit} is ${by} more than any schedule can hold`,
    LINE_LIMIT: ({ lever }, limit, by) =>
      `${lever.element_type === 'dc_line' ? 'DC line' : 'line'} ${lever.element_id} would have to carry ${by} ${lever.direction > 0 ? 'more' : 'less'} than its ${lever.field} of ${limit}`,
    CONTINGENCY_LIMIT: ({ lever, contingency }, limit, by) =>
      lever.element_type === 'contingency'
        ? `after contingency ${lever.element_id} ${by} cannot be replaced by the other units`
        : `after contingency ${contingency} line ${lever.element_id} would have to carry ${by} more than its ${lever.field} of ${limit}`,
    INTERFACE_LIMIT: ({ lever }, limit, by) =>
      `interface ${lever.element_id} would have to carry ${by} ${lever.direction > 0 ? 'more' : 'less'} than its ${lever.field} of ${limit}`,
    MIN_UPTIME_CONFLICT: ({ lever }) =>
      `${lever.element_id} would have to be off before its min_uptime of ${lever.from} h is over`,
    MIN_DOWNTIME_CONFLICT: ({ lever }) =>
      `${lever.element_id} would have to be on before its min_downtime of ${lever.from} h is over`,
    STORAGE_LIMIT: ({ lever, amount }) =>
      `${lever.element_id} can end with at most ${Number(((lever.from ?? 0) - amount).toFixed(3))} MWh, not ${lever.from} MWh`,
    CAPACITY_SHORTFALL: (_, _limit, by) => `${by} of load cannot be served`,
    MINIMUM_GENERATION_EXCESS: (_, _limit, by) => `${by} of generation has no load`,
  };

/** Converts changes of an elastic model to causes, hour by hour, in the units of the payload. */
function toCauses(changes: readonly Change[], source: Case, first: number): Cause[] {
  const words = timeWords(source);
  const perHour = source.intervalsPerHour;
  return summed(changes).flatMap((modelled): Cause[] => {
    const change = asPayload(modelled, perHour);
    const { lever, amount } = change;
    const at = first + change.at;
    const { code, element_type, element_id, from } = lever;
    if (code === null) return [];
    if (lever.overHorizon) return [horizonCause(code, change, words)];
    const unit = perHour !== 1 && isRate(lever.field) ? '/h' : '';
    const text = MESSAGES[code]?.(change, inMw(from ?? 0) + unit, inMw(amount) + unit);
    if (text === undefined) return [];
    const inPower = !lever.integer && code !== 'STORAGE_LIMIT';
    const element = LOADS.includes(code)
      ? (['system', null] as const)
      : ([element_type, element_id] as const);
    return [toCause(words, code, [...element, at], text, inPower ? modelled.amount : null)];
  });
}

/**
 * Cause that is a limit over the whole horizon. Its message states the smallest or largest value of the limit with
 * which the case has a schedule.
 */
function horizonCause(code: CauseCode, { lever, amount }: Change, words: TimeWords): Cause {
  const { element_type, element_id, field, from, direction } = lever;
  const best = Number(((from ?? 0) + direction * amount).toFixed(3));
  const text = `${CAUSE_WORDS[code]}: with all else as it is, ${field} would have to be ${best}, not ${from}`;
  return toCause(words, code, [element_type, element_id, null], text, null);
}

/** Adds up the changes of loads in one hour, which count as a single change. */
function summed(changes: readonly Change[]): Change[] {
  const hours = new Map<string, Change>();
  for (const change of changes) {
    const { element_type, element_id, field, code } = change.lever;
    const where = element_type === 'bus' ? '' : `${element_type}/${element_id}/${field}`;
    const key = `${where}/${code}/${change.at}`;
    const before = hours.get(key);
    hours.set(key, before ? { ...before, amount: before.amount + change.amount } : change);
  }
  return [...hours.values()];
}
