/** What is known of one bus or line of the drawing. */

import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card } from '../parts/elements.tsx';
import { percent, power, price } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { href, usePlace } from '../parts/router.ts';
import { largest, matrixOf, NONE, rowNamed } from './matrix.ts';
import type { GivenNetwork } from './network-facts.ts';
import { Numbers } from './numbers.tsx';
import type { Line, Result } from './pack.ts';
import { Why } from './why.tsx';

export interface DetailsProps {
  readonly given: GivenNetwork;
  readonly result: Pick<Result, 'lmp' | 'flows_mw' | 'dispatch_mw' | 'renewable_mw' | 'binding_constraints'>;
  readonly hour: number;
}

export function LineDetails({ line, result, hour }: DetailsProps & { readonly line: Line }) {
  const flow = rowNamed(result.flows_mw ?? NONE, line.id);
  const rating = line.rating_mw || undefined;
  const option = useMemo(() => {
    const limit = Array.from(flow, () => rating ?? 0);
    const limits = rating
      ? [
          { name: 'rating', values: limit, as: 'line' as const, isDashed: true, color: '#d55e00' },
          {
            name: 'rating, other way',
            values: limit.map((mw) => -mw),
            as: 'line' as const,
            isDashed: true,
            color: '#d55e00',
          },
        ]
      : [];
    return hourChart({ unit: 'MW', series: [{ name: 'flow', values: flow, as: 'line' }, ...limits] });
  }, [flow, rating]);
  const most = largest(matrixOf([[line.id, flow]]), Math.abs);
  const now = flow[hour];
  const words =
    now === undefined
      ? `The flow of line ${line.id} is not known: this solve did not look at flows.`
      : `In ${periodName(hour)} line ${line.id} carries ${power(now)}${rating ? `, ${percent(Math.abs(now) / rating)} of its rating of ${power(rating)}` : ''}; most in ${periodName(most?.hour)}: ${power(most?.value)}.`;
  return (
    <Card title={`Line ${line.id}: bus ${line.from_bus} to bus ${line.to_bus}`}>
      <p>{words}</p>
      {flow.length > 0 && (
        <>
          <Chart label={words} option={option} height={260} />
          <Numbers caption={`Line ${line.id}: MW`} head="Row" matrix={matrixOf([['flow, MW', flow]])} />
        </>
      )}
    </Card>
  );
}

export function BusDetails({ bus, given, result, hour }: DetailsProps & { readonly bus: string }) {
  const { path } = usePlace();
  const name = `bus_${bus}`;
  const isHere = (element: { readonly bus: number }): boolean => String(element.bus) === bus;
  const units = [
    ...given.generators
      .filter(isHere)
      .map((unit) => [unit.name, rowNamed(result.dispatch_mw, unit.name)] as const),
    ...(given.renewables ?? [])
      .filter(isHere)
      .map((unit) => [unit.name, rowNamed(result.renewable_mw ?? NONE, unit.name)] as const),
  ];
  const load = rowNamed(given.loads, bus);
  return (
    <Card
      title={`Bus ${bus}`}
      actions={<a href={href(path, { view: 'prices', bus: name, hour })}>Its prices</a>}
    >
      <p>
        In {periodName(hour)} a MWh is worth{' '}
        <Why of={{ kind: 'price', name, hour }}>{price(rowNamed(result.lmp, name)[hour])}</Why> here. The load
        is {power(load[hour] ?? 0)}.
      </p>
      <Numbers caption={`Bus ${bus}: MW`} head="Row" matrix={matrixOf([['load', load], ...units])} />
      {units.length > 0 && (
        <ul>
          {units.map(([unit, mw]) => (
            <li key={unit}>
              <a href={href(path, { view: 'commitment', unit, hour })}>{unit}</a>: {power(mw[hour])}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
