/** The kept hours of a run as a chart of the whole horizon stacks them: supply by type and fuel, not unit by unit. */
import { array, type InferType, number, object, string } from 'yup';
import { finite, quantity } from '../../temporal/case/messages/units.ts';
import { firstHours, unitFigures } from '../../temporal/case/report/unit-figures.ts';
import type { SolvedWindow } from './study.ts';
import type { StudyElements } from './study-elements.ts';

const megawatts = (description: string) => array(quantity('MW', description)).required();
const prices = (description: string) =>
  array(finite().nullable().defined().meta({ unit: '$/MWh', description })).required();

export const windowHours = object({
  day: number().integer().min(1).required().meta({ description: 'Position of its solve, from 1' }),
  start_hour: number().integer().min(0).required().meta({ description: 'First hour of the horizon, from 0' }),
  supply: array(
    object({
      kind: string()
        .oneOf(['generator', 'renewable', 'storage'] as const)
        .required(),
      type: string().nullable().defined(),
      fuel: string().nullable().defined(),
      unit: string().nullable().defined().meta({ description: 'Where neither type nor fuel is known' }),
      mw: megawatts('Given, in each hour'),
    }),
  ).required(),
  charging_mw: megawatts('Taken by all storage'),
  curtailed_mw: megawatts('Of all renewables'),
  unserved_mw: megawatts('Load that is not served'),
  lowest_lmp: prices('Over the buses; null without prices'),
  highest_lmp: prices('Over the buses; null without prices'),
});
export type WindowHours = InferType<typeof windowHours>;

/** One value per kept hour in every series. */
export function toHours({ head, payload, result }: SolvedWindow, elements: StudyElements): WindowHours {
  const { index, start_hour, kept_hours: hours } = head;
  const supply = new Map<string, WindowHours['supply'][number]>();
  const sumOf = (series: Iterable<readonly number[] | undefined>): number[] =>
    [...series].reduce((sum: number[], of) => sum.map((mw, t) => mw + (of?.[t] ?? 0)), firstHours([], hours));
  for (const [name, { generation_mwh, discharged_mwh }] of unitFigures(payload, result, hours)) {
    const { kind, type, fuel } = elements.of(name);
    const unit = kind !== 'storage' && type === null && fuel === null ? name : null;
    const key = JSON.stringify([kind, type, fuel, unit]);
    const before = supply.get(key)?.mw;
    supply.set(key, { kind, type, fuel, unit, mw: sumOf([before, discharged_mwh ?? generation_mwh]) });
  }
  const lmp = Object.values(result.lmp);
  const extreme = (of: (...values: number[]) => number) =>
    firstHours([], hours).map((_, t) => {
      const found = lmp.flatMap((series) => series[t] ?? []);
      return found.length > 0 ? of(...found) : null;
    });
  return {
    day: index + 1,
    start_hour,
    supply: [...supply.values()],
    charging_mw: sumOf(Object.values(result.storage ?? {}).map(({ charge_mw }) => charge_mw)),
    curtailed_mw: sumOf(Object.values(result.curtailment_mw ?? {})),
    unserved_mw: sumOf(Object.values(result.unserved_mw ?? {})),
    lowest_lmp: extreme(Math.min),
    highest_lmp: extreme(Math.max),
  };
}
