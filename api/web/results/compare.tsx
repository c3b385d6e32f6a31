/** What changed between two schedules, where and by how much: the other job minus this one. */

import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { aroundZero, named } from '../charts/color-scale.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { Card, Empty, Loaded, Notice, Page } from '../parts/elements.tsx';
import { count, energy, money, power, price } from '../parts/format.ts';
import { intervalHours, period, periodName, periods } from '../parts/interval.ts';
import { href } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import { type Changed, changedRows, movedOf } from './changes.ts';
import { bridgeChart, bridgeOf } from './cost-bridge.ts';
import { largest, type Matrix, quantile, smallest, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Diff } from './pack.ts';
import { useDiff } from './result-data.ts';

export function Compare({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { id = '', other = '' } = params;
  const load = useDiff(id, other);
  return (
    <Page
      title="Compare two jobs"
      actions={
        <>
          <a class="button" href={href(`/jobs/${id}`)}>
            First job
          </a>
          <a class="button" href={href(`/jobs/${other}`)}>
            Second job
          </a>
          <a class="button" href={href(`/jobs/${other}/compare/${id}`)}>
            Swap
          </a>
        </>
      }
    >
      <p>Differences: second job minus first.</p>
      <Loaded load={load}>
        {(diff) => (
          <>
            <Notes diff={diff} />
            <Costs cost={diff.cost} of={diff.costs} />
            <Flips flips={diff.commitment} />
            <Moved dispatch={diff.dispatch_mw} />
            <Prices lmp={diff.lmp} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Notes({ diff: { notes, only_in_first, only_in_second } }: { readonly diff: Diff }) {
  const only = (which: string, { generators, buses }: Diff['only_in_first']): string[] =>
    [...generators, ...buses].length > 0
      ? [`Only in the ${which}: ${[...generators, ...buses].join(', ')}`]
      : [];
  const all = [...notes, ...only('first', only_in_first), ...only('second', only_in_second)];
  if (all.length === 0) return null;
  return (
    <Notice tone="warning">
      <ul>
        {all.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}

const SIDES = [
  { part: 'total', name: 'Cost of operation' },
  { part: 'penalties', name: '+ Penalties' },
  { part: 'stored_value', name: '− Value of stored energy' },
  { part: 'objective', name: '= Objective' },
] as const;

function Costs({ cost, of: { first, second } }: { readonly cost: Diff['cost']; readonly of: Diff['costs'] }) {
  const steps = useMemo(() => bridgeOf(cost), [cost]);
  const option = useMemo(() => bridgeChart(steps), [steps]);
  const total = cost.objective ?? 0;
  const words =
    Math.abs(total) < 0.01
      ? 'Both schedules have the same objective.'
      : `The objective of the second schedule is ${money(Math.abs(total))} ${total > 0 ? 'higher' : 'lower'} than that of the first.`;
  return (
    <Card title="Objective">
      <p>{words}</p>
      <Table
        caption="Both schedules"
        columns={[
          { head: 'Part', cell: ({ name }) => name },
          { head: 'First', isNumber: true, cell: ({ part }) => money(first[part]) },
          { head: 'Second', isNumber: true, cell: ({ part }) => money(second[part]) },
        ]}
        rows={SIDES.filter(({ part }) => part !== 'stored_value' || first[part] || second[part])}
        keyOf={({ name }) => name}
      />
      <Chart label={words} option={option} height={260} />
      <Table
        caption="Difference of the objective by part"
        columns={[
          { head: 'Part', cell: ({ name }) => name },
          { head: 'Difference', isNumber: true, cell: ({ change }) => money(change) },
        ]}
        rows={steps}
        keyOf={({ name }) => name}
      />
    </Card>
  );
}

const FLIPS = named(-1, [
  ['now off', [230, 159, 0], '−'],
  ['as before', [205, 212, 219]],
  ['now on', [0, 114, 178], '+'],
]);

function Flips({ flips }: { readonly flips: Matrix }) {
  const changed = useMemo(() => changedRows(flips), [flips]);
  const [on, off] = [1, -1].map((way) => flips.values.filter((flip) => flip === way).length);
  const words = `${count(changed.names.length)} of ${count(flips.names.length)} units are committed otherwise: ${count(on)} ${periods()} more and ${count(off)} ${periods()} fewer online.`;
  return (
    <Card title="Commitment">
      {changed.names.length === 0 ? (
        <Empty>Every unit is online in the same {periods()}.</Empty>
      ) : (
        <>
          <p>{words}</p>
          <HeatMap
            label={words}
            {...changed}
            scale={FLIPS}
            format={(value) => FLIPS.words?.[value + 1] ?? ''}
          />
          <Numbers name="flips-" caption="Flips: 1 now on, -1 now off" head="Unit" matrix={changed} />
        </>
      )}
    </Card>
  );
}

const SHOWN = 12;

function Moved({ dispatch }: { readonly dispatch: Matrix }) {
  const moved = useMemo(() => movedOf(dispatch), [dispatch]);
  const [first] = moved;
  const h = intervalHours();
  const option = useMemo(() => barsOf(moved.slice(0, SHOWN), h), [moved, h]);
  if (!first)
    return (
      <Card title="Output">
        <Empty>Every unit makes the same in every {period()}.</Empty>
      </Card>
    );
  const words = `${energy(sum(moved.map(({ up }) => up)) * h)} move between units; ${first.name} changes most: ${energy(first.up * h)} more and ${energy(first.down * h)} less, up to ${power(first.most)} in one ${period()}.`;
  return (
    <Card title="Output">
      <p>{words}</p>
      <Chart label={words} option={option} height={60 + 26 * Math.min(SHOWN, moved.length)} />
      <Numbers
        name="mw-"
        caption="MW that each unit makes more or less"
        head="Unit"
        matrix={changedRows(dispatch)}
      />
    </Card>
  );
}

const barsOf = (moved: readonly Changed[], h: number) => ({
  grid: { left: 8, right: 16, top: 32, bottom: 8, containLabel: true },
  legend: { top: 0 },
  tooltip: { trigger: 'axis' },
  xAxis: { type: 'value', name: 'MWh' },
  yAxis: { type: 'category', inverse: true, data: moved.map(({ name }) => name) },
  series: [
    { name: 'more', type: 'bar', stack: 'moved', color: '#0072b2', data: moved.map(({ up }) => up * h) },
    { name: 'less', type: 'bar', stack: 'moved', color: '#e69f00', data: moved.map(({ down }) => -down * h) },
  ],
});

function Prices({ lmp }: { readonly lmp: Matrix }) {
  const scale = useMemo(() => {
    const sizes = lmp.values.map(Math.abs);
    return aroundZero(quantile(sizes, 0.99) || (largest({ ...lmp, values: sizes })?.value ?? 0));
  }, [lmp]);
  const [most, least] = useMemo(() => [largest(lmp), smallest(lmp)], [lmp]);
  if (!most || !least) return null;
  const words =
    most.value === 0 && least.value === 0
      ? `Prices are the same at every bus in every ${period()}.`
      : `The price rises most at ${most.name} in ${periodName(most.hour)}, by ${price(most.value)}, and falls most at ${least.name} in ${periodName(least.hour)}, by ${price(least.value)}.`;
  return (
    <Card title="Prices">
      <p>{words}</p>
      <HeatMap label={words} {...lmp} scale={scale} format={price} />
      <Numbers caption="Difference of prices, $/MWh" head="Bus" matrix={lmp} />
    </Card>
  );
}
