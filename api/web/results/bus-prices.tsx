/** The price of one bus: its parts hour by hour, and in how many hours it is at least so high. */

import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { price } from '../parts/format.ts';
import { capitalized, periodName, periods } from '../parts/interval.ts';
import { durationCurve, largest, type Matrix, matrixOf, rowNamed, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result } from './pack.ts';

interface BusPricesProps {
  readonly bus: string;
  readonly lmp: Matrix;
  readonly components: Result['lmp_components'];
}

export function BusPrices({ bus, lmp, components }: BusPricesProps) {
  const rows = useMemo(
    () =>
      matrixOf([
        ['price', rowNamed(lmp, bus)],
        ...Object.entries(components).map(([part, matrix]) => [part, rowNamed(matrix, bus)] as const),
      ]),
    [bus, lmp, components],
  );
  const [hourly, duration] = useMemo(() => [linesOf(rows), durationOf(rowNamed(rows, 'price'))], [rows]);
  const words = inWords(bus, rowNamed(rows, 'price'));
  return (
    <>
      <p>{words}</p>
      <div class="grid">
        <Chart label={words} option={hourly} />
        <Chart
          label={`${capitalized(periods())} in which the price at ${bus} is at least so high.`}
          option={duration}
        />
      </div>
      <Numbers caption={`$/MWh at ${bus}`} head="Part" matrix={rows} />
    </>
  );
}

const linesOf = (rows: Matrix) =>
  hourChart({
    unit: '$/MWh',
    series: rows.names.map((name) => ({
      name,
      values: rowNamed(rows, name),
      as: 'step',
      isDashed: name !== 'price',
    })),
  });

const durationOf = (values: Float64Array) =>
  hourChart({
    unit: '$/MWh',
    hourTitle: `${periods()} in which the price is at least so high`,
    series: [{ name: 'price duration', values: durationCurve(values), as: 'step' }],
  });

function inWords(bus: string, values: Float64Array): string {
  const most = largest(matrixOf([[bus, values]]));
  return `At ${bus} the price is ${price(sum(values) / (values.length || 1))} on average and ${price(most?.value)} in ${periodName(most?.hour)}, the highest.`;
}
