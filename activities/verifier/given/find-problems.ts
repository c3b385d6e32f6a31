/**
 * The broken rules of a schedule in words. A rule yields amounts without places; the place is found by asking it again
 * about one element alone, and then about the hours up to each.
 */
import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Series } from '../../../temporal/case/messages/result.ts';
import type { ScheduleProblem } from '../../../temporal/case/messages/verification.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { contingencyLimits, lineLimits } from '../checks/network.ts';
import { injections } from '../network/injections.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import { byIsland } from '../schedule/grid.ts';
import type { Rule, Schedule, UnverifiedResult } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { judged, largest, rulesFor } from '../verify.ts';
import { knownNames } from './known-names.ts';
import { inWords, type Place } from './words.ts';

/** A reply is not the place for more of one check. */
const MOST = 50;

/** An element alone: what a rule is asked about. */
interface Part extends Pick<Place, 'element_type' | 'element_id'> {
  readonly schedule: Schedule;
  readonly rule: Rule;
}

export function findProblems(
  payload: SolvePayload,
  jobType: JobType,
  result: UnverifiedResult,
): ScheduleProblem[] {
  const { known, strangers } = knownNames(payload, jobType, result);
  const { schedule, audit, independent } = judged(payload, jobType, known);
  const own = rulesFor(schedule.payload, audit, independent).flatMap((rule) =>
    isKept(rule, schedule) ? [] : placesOf(rule, schedule, audit).slice(0, MOST),
  );
  return [...strangers.slice(0, MOST), ...own.map((place) => inWords(place, payload))];
}

const isKept = (rule: Rule, schedule: Schedule): boolean =>
  largest(rule.excesses(schedule)).worst <= rule.tolerance;

/** The largest excess first. */
function placesOf(rule: Rule, schedule: Schedule, audit: NetworkAudit): Place[] {
  const places =
    rule.name === 'power_balance' && schedule.payload.options?.losses !== true
      ? unbalanced(rule, schedule)
      : [...overloads(rule, schedule, audit), ...partsOf(rule, schedule, audit).flatMap(placeOf)];
  const found = places.length > 0 ? places : placeOf({ ...SYSTEM, rule, schedule });
  return found.sort((a, b) => b.excess - a.excess);
}

const SYSTEM = { element_type: 'system', element_id: null } as const;

/** Rules whose excesses are of no hour in particular. */
const OF_HORIZON: readonly CheckName[] = [
  'initial_state',
  'emission_limit',
  'energy_limit',
  'cost',
  'bound',
  'lmp_decomposition',
  'prices',
];

function placeOf({ rule, schedule, ...element }: Part): Place[] {
  const { worst } = largest(rule.excesses(schedule));
  if (worst <= rule.tolerance) return [];
  const upTo = (hour: number): number => largest(rule.excesses(beginning(schedule, hour + 1))).worst;
  const isJudged = worst < Number.MAX_VALUE;
  const hour =
    OF_HORIZON.includes(rule.name) || !isJudged ? null : firstHour(schedule.hours, (t) => upTo(t) >= worst);
  return [{ ...element, check: rule.name, hour, excess: worst }];
}

/** The first hours of a schedule, with what rules read of its result. */
function beginning(schedule: Schedule, length: number): Schedule {
  const { hours, result } = schedule;
  const cut = (series: Series = {}): Series =>
    Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values.slice(0, length)]));
  const { startup, curtailment_mw } = result;
  const own = { startup: cut(startup), ...(curtailment_mw && { curtailment_mw: cut(curtailment_mw) }) };
  return { ...schedule, hours: hours.slice(0, length), result: { ...result, ...own } };
}

/** The first hour from which on it holds, by bisection. */
function firstHour(hours: readonly number[], holds: (hour: number) => boolean): number {
  let [low, high] = [0, hours.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Elements one by one; none for a rule about the whole. */
function partsOf(rule: Rule, schedule: Schedule, audit: NetworkAudit): Part[] {
  const alone = {
    ...schedule,
    units: [],
    renewables: [],
    storages: [],
    reserves: [],
    dcLines: [],
    outages: [],
  };
  const units = schedule.units.map((unit): Part => {
    const part = { ...alone, units: [unit] };
    return { rule, element_type: 'generator', element_id: unit.generator.name, schedule: part };
  });
  switch (rule.name) {
    case 'output_limits':
      return [
        ...units,
        ...schedule.renewables.map((item): Part => {
          const part = { ...alone, renewables: [item] };
          return { rule, element_type: 'renewable', element_id: item.renewable.name, schedule: part };
        }),
      ];
    case 'ramp':
    case 'min_uptime':
    case 'min_downtime':
    case 'initial_state':
    case 'startup_shutdown_ramp':
      return units;
    case 'energy_limit':
      return schedule.renewables.map((item): Part => {
        const part = { ...schedule, renewables: [item] };
        return { rule, element_type: 'renewable', element_id: item.renewable.name, schedule: part };
      });
    case 'reserve':
      return schedule.reserves.map((product): Part => {
        const part = { ...schedule, reserves: [product] };
        return { rule, element_type: 'reserve', element_id: product.product.name, schedule: part };
      });
    case 'storage':
      return schedule.storages.flatMap((item): Part[] => {
        const { name } = item.storage;
        // The energy at the end is asked for in the last hour alone.
        const open = { ...item, storage: { ...item.storage, final_mwh: undefined } };
        const of = { rule, element_type: 'storage', element_id: name } as const;
        const parts = [open, item].map(
          (storage): Part => ({ ...of, schedule: { ...alone, storages: [storage] } }),
        );
        const [first, whole] = parts;
        return first && whole ? (isKept(rule, first.schedule) ? [atEnd(whole)] : [first]) : [];
      });
    case 'line_limits':
      return schedule.dcLines.map((item): Part => {
        const part = { ...alone, dcLines: [item], flows: [], overflow: [] };
        const ofLine = lineLimits({ ...audit, baseExcesses: [] });
        return { rule: ofLine, element_type: 'dc_line', element_id: item.line.id, schedule: part };
      });
    case 'contingency_limits':
      return schedule.outages.map((outage): Part => {
        const part = { ...schedule, outages: [outage] };
        const ofUnits = contingencyLimits({ ...audit, contingencyExcesses: [] });
        return { rule: ofUnits, element_type: 'contingency', element_id: outage.id, schedule: part };
      });
    default:
      return [];
  }
}

/** A rule that is broken in the last hour only. */
const atEnd = (part: Part): Part => ({
  ...part,
  rule: {
    ...part.rule,
    *excesses(schedule) {
      if (schedule.hours.length === part.schedule.hours.length) yield* part.rule.excesses(schedule);
    },
  },
});

/** The worst hour of each line and contingency, and of each line the hour whose reported flow is furthest off. */
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

/** By island the hour that lacks, or has, the most. */
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
