/** Elements of a schedule. Each has lists that contain only this element, so that a rule can be applied to it alone. */
import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Place } from './words.ts';

export interface Element extends Pick<Place, 'element_type' | 'element_id'> {
  /** Lists of the schedule, reduced to this element. */
  readonly only: Partial<Schedule>;
}

/** The elements that a rule judges one by one. */
export const elementsFor = (check: CheckName, schedule: Schedule): Element[] =>
  check === 'reserve'
    ? reserveElements(schedule)
    : elementsOf(schedule).filter(({ element_type }) => TYPES[check]?.includes(element_type));

const element = (
  element_type: Place['element_type'],
  element_id: string,
  only: Partial<Schedule>,
): Element => ({ element_type, element_id, only });

/**
 * Types of the elements that a check judges one by one. Checks not listed judge the whole schedule or find places
 * themselves.
 */
const TYPES: Readonly<Partial<Record<CheckName, readonly Place['element_type'][]>>> = {
  output_limits: ['generator', 'renewable'],
  ramp: ['generator'],
  min_uptime: ['generator'],
  min_downtime: ['generator'],
  initial_state: ['generator'],
  startup_shutdown_ramp: ['generator'],
  energy_limit: ['renewable', 'storage'],
  storage: ['storage'],
  demand_response: ['demand_response'],
  line_limits: ['dc_line', 'phase_shifter'],
  contingency_limits: ['contingency'],
  interface_limits: ['interface'],
};

function elementsOf(schedule: Schedule): Element[] {
  const { grid, units, renewables, storages, demandResponse, dcLines, shifters, outages, interfaces } =
    schedule;
  const noLines = { dcLines: [], shifters: [], flows: [], overflow: [] };
  return [
    ...units.map((unit) => element('generator', unit.name, { units: [unit], renewables: [] })),
    ...renewables.map((item) =>
      element('renewable', item.name, { units: [], renewables: [item], storages: [] }),
    ),
    ...storages.map((item) => element('storage', item.name, { renewables: [], storages: [item] })),
    ...demandResponse.map((item) => element('demand_response', item.name, { demandResponse: [item] })),
    ...dcLines.map((item) => element('dc_line', item.line.id, { ...noLines, dcLines: [item] })),
    ...shifters.map((item) =>
      element('phase_shifter', grid.lines[item.position]?.id ?? '', { ...noLines, shifters: [item] }),
    ),
    ...interfaces.map((item) => element('interface', item.id, { interfaces: [item] })),
    ...outages.map((outage) => element('contingency', outage.id, { outages: [outage] })),
  ];
}

/** Elements of the check of reserve: each product with its requirement only, each provider with its own limits only. */
function reserveElements(schedule: Schedule): Element[] {
  const { hours, renewables, reserves, result, storages, units } = schedule;
  const noProviders = { units: [], renewables: [], storages: [] };
  const none = hours.map(() => 0);
  /** Products without a requirement; only the unit at `position`, if there is one, gives reserve. */
  const room = (position?: number): Partial<Schedule> => ({
    ...noProviders,
    result: { ...result, reserve_mw: {}, reserve_shortfall_mw: {} },
    reserves: reserves.map((item) => ({
      ...{ ...item, mw: none, shortfall: none, others: new Map(), provided: [], most: [] },
      ...(position !== undefined && {
        provided: [item.provided[position] ?? []],
        most: [item.most[position] ?? []],
      }),
    })),
  });
  return [
    ...reserves.map((item) => {
      const { name } = item;
      const ofProduct = <T>(record: Readonly<Record<string, T>> = {}) =>
        Object.fromEntries(Object.entries(record).filter(([key]) => key === name));
      const { reserve_mw, reserve_shortfall_mw } = result;
      return element('reserve', name, {
        ...noProviders,
        result: {
          ...result,
          reserve_mw: ofProduct(reserve_mw),
          reserve_shortfall_mw: ofProduct(reserve_shortfall_mw),
        },
        reserves: [item],
      });
    }),
    ...units.map((unit, position) => element('generator', unit.name, { ...room(position), units: [unit] })),
    ...storages.map((item) => element('storage', item.name, { ...room(), storages: [item] })),
    ...renewables.map((item) => element('renewable', item.name, { ...room(), renewables: [item] })),
  ];
}
