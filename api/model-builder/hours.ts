/** Hourly supply by type and fuel over the kept hours of a run, for a stacked chart of the whole horizon. */
import { array, type InferType, number, object, string } from 'yup';
import { finite, quantity } from '../../temporal/case/elements/units.ts';
import { firstHours, unitFigures } from '../../temporal/case/report/unit-figures.ts';
import type { SolvedWindow, StudyElements } from './study.ts';

const megawatts = (description: string) => array(quantity('MW', description)).required();
const price = finite()
  .nullable()
  .defined()
  .meta({ unit: '$/MWh', description: 'Load-weighted average over the buses' });

export const windowHours = object({
  start_hour: number().integer().min(0).required().meta({ description: 'First hour of the horizon, from 0' }),
  supply: array(
    object({
      kind: string().required().meta({ description: 'generator, renewable or storage' }),
      type: string()
        .nullable()
        .defined()
        .meta({ description: "Type; the unit's name when neither type nor fuel is known" }),
      fuel: string().nullable().defined(),
      mw: megawatts('Output in each hour'),
    }),
  ).required(),
  charging_mw: megawatts('Charging of all storage'),
  curtailed_mw: megawatts('Curtailment of all renewables'),
  unserved_mw: megawatts('Load not served'),
  lowest_lmp: array(price).required(),
  highest_lmp: array(price).required(),
});
type WindowHours = InferType<typeof windowHours>;

/** Hourly values of a window; every series has one value per kept hour. */
export function toHours({ head, payload, result }: SolvedWindow, elements: StudyElements): WindowHours {
  const none = firstHours([], head.kept_hours);
  const sumOf = (series: readonly (readonly number[] | undefined)[]): number[] =>
    none.map((_, t) => series.reduce((sum, of) => sum + (of?.[t] ?? 0), 0));
  const supply = new Map<string, WindowHours['supply'][number]>();
  for (const [name, { generation_mwh, discharged_mwh }] of unitFigures(payload, result, head.kept_hours)) {
    const { kind, fuel, type } = elements.of(name);
    const group = { kind, type: type ?? (fuel === null ? name : null), fuel };
    const key = JSON.stringify(group);
    supply.set(key, { ...group, mw: sumOf([supply.get(key)?.mw, discharged_mwh ?? generation_mwh]) });
  }
  const lmp = Object.values(result.lmp);
  const extreme = (of: (...prices: number[]) => number) =>
    none.map((_, t) => (lmp.length > 0 ? of(...lmp.map((prices) => prices[t] ?? 0)) : null));
  return {
    start_hour: head.start_hour,
    supply: [...supply.values()],
    charging_mw: sumOf(Object.values(result.storage ?? {}).map(({ charge_mw }) => charge_mw)),
    curtailed_mw: sumOf(Object.values(result.curtailment_mw ?? {})),
    unserved_mw: sumOf(Object.values(result.unserved_mw ?? {})),
    lowest_lmp: extreme(Math.min),
    highest_lmp: extreme(Math.max),
  };
}
