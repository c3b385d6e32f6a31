/**
 * The broken rules of a schedule in words. A rule yields amounts without places. Places are found by applying the rule
 * to one element at a time, and to the first hours of the horizon only.
 */
import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { Series } from '../../../temporal/case/messages/result.ts';
import type { ScheduleProblem } from '../../../temporal/case/messages/verification.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { injections } from '../network/injections.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import { byIsland, readGrid } from '../schedule/grid.ts';
import { namedFields } from '../schedule/known-names.ts';
import { readCase } from '../schedule/read-case.ts';
import type { RenewableSchedule, Rule, Schedule, UnverifiedResult } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { judged, largest, rulesFor } from '../verify.ts';
import { type Element, elementsFor } from './elements.ts';
import { inWords, type Place } from './words.ts';

/** Maximum number of problems of one check in a reply. */
const MOST = 50;

export function findProblems(
  payload: SolvePayload,
  jobType: JobType,
  result: UnverifiedResult,
): ScheduleProblem[] {
  const { filtered, nameProblems } = knownNames(payload, jobType, result);
  const { schedule, audit, independent } = judged(payload, jobType, filtered);
  // Excesses that the network audit found belong to no single element.
  const bare = { ...audit, baseExcesses: [], contingencyExcesses: [] };
  const alone = rulesFor(schedule.case, bare, independent);
  const broken = rulesFor(schedule.case, audit, independent).flatMap((rule, k): Place[] => {
    if (worstOf(rule, schedule) <= rule.tolerance) return [];
    const places =
      rule.name === 'power_balance' && !schedule.case.losses
        ? unbalanced(rule, schedule)
        : [
            ...overloads(rule, schedule, audit),
            ...elementsFor(rule.name, schedule).flatMap((element) =>
              placeOf(alone[k] ?? rule, element, schedule),
            ),
          ];
    const located = places.length > 0 ? places : placeOf(rule, SYSTEM, schedule);
    return located.sort((a, b) => b.excess - a.excess).slice(0, MOST);
  });
  return [...nameProblems.slice(0, MOST), ...broken.map((place) => inWords(place, payload))];
}

const worstOf = (rule: Rule, schedule: Schedule): number => largest(rule.excesses(schedule)).worst;

const SYSTEM: Element = { element_type: 'system', element_id: null, only: {} };

/**
 * Removes names that the case lacks from a result, and reports each as a problem, so that they hide no other problems.
 */
function knownNames(payload: SolvePayload, jobType: JobType, result: UnverifiedResult) {
  const nameProblems: ScheduleProblem[] = [];
  const refuse = (check: CheckName, message: string): void => {
    nameProblems.push({
      ...{ check, element_type: 'system', element_id: null, hour: null, excess: null, unit: '', message },
    });
  };
  const whole = readCase(payload, jobType);
  const allFields = namedFields({ case: whole, grid: readGrid(whole) });
  // An absent field stays absent: an empty one would lack every name.
  const fields = allFields
    .filter(([field]) => result[field] !== undefined)
    .map(([field, check, names]) => {
      const entries = Object.entries(result[field] ?? {});
      const all = new Set(names());
      for (const [name] of entries.filter(([each]) => !all.has(each)))
        refuse(check, `${field} has ${quoted(name)}, which the case does not have`);
      return [field, Object.fromEntries(entries.filter(([name]) => all.has(name)))] as const;
    });
  const filtered: UnverifiedResult = { ...result, ...Object.fromEntries(fields) };
  if (!filtered.reserve_mw) return { filtered, nameProblems };
  const providers = new Map(whole.reserves.map((product) => [product.name, product.providers]));
  const reserve_mw = Object.entries(filtered.reserve_mw).map(([product, series]) => {
    const mayGive = new Set(providers.get(product));
    for (const name of Object.keys(series).filter((each) => !mayGive.has(each)))
      refuse('reserve', `reserve_mw.${product} has ${quoted(name)}, which may not give it`);
    return [product, Object.fromEntries(Object.entries(series).filter(([name]) => mayGive.has(name)))];
  });
  return { filtered: { ...filtered, reserve_mw: Object.fromEntries(reserve_mw) }, nameProblems };
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 200));

/** Rules whose excesses belong to no hour in particular. */
const OF_HORIZON: readonly CheckName[] = [
  'initial_state',
  'emission_limit',
  'energy_limit',
  'fuel_limit',
  'cost',
  'bound',
  'lmp_decomposition',
  'prices',
];

/**
 * Place of the excess of an element; empty if the rule is kept. The hour is the first, by bisection, up to which the
 * excess is as large as over all hours.
 */
function placeOf(rule: Rule, { only, ...element }: Element, whole: Schedule): Place[] {
  const schedule = { ...whole, ...only };
  const excess = worstOf(rule, schedule);
  if (excess <= rule.tolerance) return [];
  const place = { ...element, check: rule.name, excess };
  if (OF_HORIZON.includes(rule.name) || excess === Number.MAX_VALUE) return [{ ...place, hour: null }];
  let [low, high] = [0, schedule.hours.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (worstOf(rule, firstHours(schedule, middle + 1)) >= excess) high = middle;
    else low = middle + 1;
  }
  const [item] = element.element_type === 'renewable' ? schedule.renewables : [];
  return [{ ...place, hour: low, ...(item && { renewable: brokenProfile(item, low) }) }];
}

/** The profile that a renewable breaks. */
function brokenProfile({ p_min, p_max, output }: RenewableSchedule, hour: number): Place['renewable'] {
  if (at(output, hour) > at(p_max, hour)) return 'above';
  return at(output, hour) < at(p_min, hour) ? 'below' : undefined;
}

/** The first hours of a schedule, with the fields of its result that rules read; final energies are not checked. */
function firstHours(schedule: Schedule, length: number): Schedule {
  const { hours, result, storages } = schedule;
  const cut = (series: Series = {}): Series =>
    Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values.slice(0, length)]));
  const { startup, curtailment_mw } = result;
  const cutFields = { startup: cut(startup), ...(curtailment_mw && { curtailment_mw: cut(curtailment_mw) }) };
  const open = storages.map((item) => ({ ...item, final_mwh: 0, final_max_mwh: item.energy_mwh }));
  return { ...schedule, hours: hours.slice(0, length), storages: open, result: { ...result, ...cutFields } };
}

/** The worst hour of each line and contingency, and for each line the hour whose reported flow is furthest off. */
function overloads({ name, tolerance }: Rule, schedule: Schedule, audit: NetworkAudit): Place[] {
  if (name !== 'line_limits' && name !== 'contingency_limits') return [];
  const worst = new Map<string, Place>();
  const note = (line: number, place: Omit<Place, 'check' | 'element_type' | 'element_id'>): void => {
    const id = schedule.grid.lines[line]?.id ?? '';
    const key = `${place.contingency ?? ''}/${place.isMisreported === true}/${id}`;
    if (place.excess > (worst.get(key)?.excess ?? tolerance))
      worst.set(key, { ...place, check: name, element_type: 'line', element_id: id });
  };
  for (const { line, contingency, hour, excess } of audit.overloads)
    if ((contingency === null) === (name === 'line_limits')) note(line, { contingency, hour, excess });
  if (name === 'line_limits')
    for (const [line, flows] of schedule.flows.entries())
      for (const [hour, mw] of flows.entries())
        note(line, { hour, excess: Math.abs(mw - at(audit.flows?.[hour] ?? [], line)), isMisreported: true });
  return [...worst.values()];
}

/** The hour with the largest imbalance of each island. */
function unbalanced(rule: Rule, schedule: Schedule): Place[] {
  const net = injections(schedule).map((buses) => byIsland(schedule.grid, buses));
  return Array.from({ length: schedule.grid.islands }, (_, island): Place[] => {
    const surplus = net.map((islands) => at(islands, island));
    if (!surplus.every(Number.isFinite)) return [];
    const excess = Math.max(...surplus.map(Math.abs));
    const hour = surplus.findIndex((mw) => Math.abs(mw) === excess);
    if (!(excess > rule.tolerance)) return [];
    const first = schedule.grid.buses[schedule.grid.island.indexOf(island)];
    const isWhole = schedule.grid.islands === 1;
    return [
      {
        check: rule.name,
        element_type: isWhole ? 'system' : 'bus',
        element_id: isWhole ? null : `bus_${first}`,
        hour,
        excess,
        surplus: surplus[hour],
      },
    ];
  }).flat();
}
