/** One unit hour by hour: its output between its limits, and what it costs. */

import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { energy, money } from '../parts/format.ts';
import { intervalHours, periodName, periods } from '../parts/interval.ts';
import { useHour } from './hour-slider.tsx';
import { matrixOf, rowNamed, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result, Unit } from './pack.ts';
import { hourlyCost } from './unit-cost.ts';
import { Why } from './why.tsx';

interface UnitHoursProps {
  readonly unit: Unit;
  readonly schedule: Pick<Result, 'commitment' | 'startup' | 'dispatch_mw'>;
}

export function UnitHours({ unit, schedule }: UnitHoursProps) {
  const hour = useHour(schedule.commitment.hours, 0);
  const { rows, words, option } = useMemo(() => {
    const on = rowNamed(schedule.commitment, unit.name);
    const mw = rowNamed(schedule.dispatch_mw, unit.name);
    const cost = hourlyCost(
      unit,
      { on, mw, startup: rowNamed(schedule.startup, unit.name) },
      intervalHours(),
    );
    const limit = (profile: readonly number[] | undefined, otherwise: number): number[] =>
      Array.from(on, (isOn, hour) => (isOn ? (profile?.[hour] ?? otherwise) : 0));
    const most = limit(unit.p_max_profile, unit.p_max);
    const least = limit(unit.p_min_profile, unit.p_min);
    return {
      rows: matrixOf([
        ['output, MW', mw],
        ['most, MW', most],
        ['least, MW', least],
        ['cost, $', cost],
      ]),
      words: `${unit.name} at bus ${unit.bus}${unit.fuel ? ` (${unit.fuel})` : ''} is online in ${sum(on)} of ${on.length} ${periods()}, makes ${energy(sum(mw) * intervalHours())} and costs ${money(sum(cost))}.`,
      option: hourChart({
        unit: 'MW',
        rightUnit: '$',
        series: [
          { name: 'cost', values: cost, as: 'bar', isRight: true, color: '#b9c4cf' },
          { name: 'output', values: mw, as: 'line' },
          { name: 'most while online', values: most, as: 'step', isDashed: true },
          { name: 'least while online', values: least, as: 'step', isDashed: true },
        ],
      }),
    };
  }, [unit, schedule]);
  return (
    <>
      <p>
        {words} <Why of={{ kind: 'unit', name: unit.name, hour }}>Why is it so in {periodName(hour)}?</Why>
      </p>
      {rows.values.some((value) => value !== 0) && <Chart label={words} option={option} />}
      <Numbers caption={`${unit.name}: MW and $`} head="Row" name="unit-" matrix={rows} />
    </>
  );
}
