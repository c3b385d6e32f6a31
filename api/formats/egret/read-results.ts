/** The results in a ModelData file of Egret, where a solve leaves them beside the data -> a schedule of its case. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import {
  type CaseElements,
  type ReadSchedule,
  storagePowers,
  toStates,
  unlessEmpty,
} from '../base/given-schedule.ts';
import { JsonObject } from '../base/json-object.ts';
import { createReport, ImportError } from '../base/report.ts';
import { valuesOf } from './values.ts';

/** Product -> what a unit says that it supplies. */
const SUPPLIED = new Map([
  ['reserve', 'reserve_supplied'],
  ['spinning_reserve', 'spinning_reserve_supplied'],
  ['regulation_up', 'regulation_up_supplied'],
  ['regulation_down', 'regulation_down_supplied'],
  ['flexible_ramp_up', 'flexible_ramp_up_supplied'],
  ['flexible_ramp_down', 'flexible_ramp_down_supplied'],
]);
const SHORT_MW = 1e-6;

/** Throws `ImportError` with the place of what cannot be read. */
export function readResults(
  file: unknown,
  {
    horizon,
    ...elements
  }: CaseElements & { readonly reserves?: readonly { readonly name: string }[] | undefined },
): ReadSchedule {
  const root = new JsonObject(file, createReport());
  const all = root.object('elements');
  const values = (object: JsonObject, name: string): number[] => {
    const found = valuesOf(object, name, horizon);
    return found.length === horizon ? found : Array.from({ length: horizon }, () => found[0] ?? 0);
  };
  const seriesOf = (kind: string, name: string, only = (_: JsonObject) => true): Series =>
    Object.fromEntries(
      all
        .objects(kind)
        .filter(([, object]) => object.has(name) && only(object) && object.flag('in_service', true))
        .map(([id, object]) => [id, values(object, name)]),
    );
  const isRenewable = (object: JsonObject) => object.text('generator_type', 'thermal') === 'renewable';
  const dispatch_mw = seriesOf('generator', 'pg', (object) => !isRenewable(object));
  if (Object.keys(dispatch_mw).length === 0 && elements.generators.length > 0)
    throw new ImportError(['elements', 'generator'], "No generator has 'pg': the file has no results");
  const on = seriesOf('generator', 'commitment', (object) => !isRenewable(object));
  const reserves = (elements.reserves ?? []).flatMap(({ name }) => {
    const field = SUPPLIED.get(name);
    return field === undefined
      ? []
      : [[name, seriesOf('generator', field, (object) => !isRenewable(object))] as const];
  });
  const system = root.object('system');
  const cost =
    typeof system.value('total_cost') === 'number' ? { objective_value: system.number('total_cost') } : {};
  const schedule = {
    commitment: Object.fromEntries(Object.entries(on).map(([name, states]) => [name, toStates(states)])),
    dispatch_mw,
    ...unlessEmpty('renewable_mw', seriesOf('generator', 'pg', isRenewable)),
    ...unlessEmpty('dc_flow_mw', seriesOf('dc_branch', 'pf')),
    ...storagePowers(seriesOf('storage', 'p_charge'), seriesOf('storage', 'p_discharge')),
    ...(reserves.length > 0 && { reserve_mw: Object.fromEntries(reserves) }),
    ...cost,
  };
  return {
    schedule,
    notes: ['Read as results of Egret; flows and storage levels follow', ...shortages(all, values)],
  };
}

/** The case has no price for load that is not served: a balance that is broken there is broken here. */
function shortages(elements: JsonObject, values: (object: JsonObject, name: string) => number[]): string[] {
  const short = elements
    .objects('bus')
    .filter(([, bus]) => bus.has('p_balance_violation'))
    .filter(([, bus]) => values(bus, 'p_balance_violation').some((mw) => Math.abs(mw) > SHORT_MW));
  const names = short.map(([name]) => name).slice(0, 5);
  return names.length > 0
    ? [`Load and supply differ in the file itself (p_balance_violation) at ${names.join(', ')}`]
    : [];
}
