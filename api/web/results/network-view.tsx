/** The network hour by hour, and what is known of the bus or line that is chosen. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { type HourSeries, hourChart } from '../charts/hour-chart.ts';
import { ratingAt } from '../network/case-network.ts';
import { Card } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { percent, power } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { HourPlayer, usePlayer } from './hour-slider.tsx';
import { matrixOf, NONE, peakOf, rowNamed } from './matrix.ts';
import { type Drawable, worstContingencies } from './network-facts.ts';
import { NetworkAt, NetworkOf, selectedIn } from './network-hour.tsx';
import { Numbers } from './numbers.tsx';
import type { Line } from './pack.ts';
import { lmpText } from './price-words.ts';
import type { ResultViewProps } from './view.ts';
import { Why } from './why.tsx';

export const NetworkView = ({ job }: ResultViewProps) => (
  <NetworkOf job={job}>{(drawable) => <Hours drawable={drawable} />}</NetworkOf>
);

function Hours({ drawable }: { readonly drawable: Drawable }) {
  const { given, result, first } = drawable;
  const { hours } = result.lmp;
  const { hour, player } = usePlayer(hours, first);
  return (
    <>
      <Card title="Network">
        <NetworkAt drawable={drawable} hour={hour}>
          <HourPlayer hour={hour} hours={hours} player={player} />
          <Contingency drawable={drawable} />
        </NetworkAt>
        <BoundThen given={given} result={result} hour={hour} />
      </Card>
      <Details given={given} result={result} hour={hour} />
    </>
  );
}

/** Longest list worth reading. Once a line is chosen, only contingencies that fill it are listed. */
const MOST = 15;

function Contingency({ drawable: { result } }: { readonly drawable: Drawable }) {
  const { contingency = '', line } = usePlace().query;
  const worst = useMemo(() => {
    const rows = result.binding_constraints;
    const own = worstContingencies(rows.filter(({ line_id }) => line_id === line));
    return own.length > 0 ? own : worstContingencies(rows);
  }, [result, line]);
  const names = [...new Set([...worst.slice(0, MOST), ...(contingency ? [contingency] : [])])];
  if (names.length === 0) return null;
  return (
    <Choice
      label="Contingency"
      value={contingency}
      options={[['', 'All limits'], ...names.map((id) => [id, id] as const)]}
      onValue={(id) => setQuery({ contingency: id || undefined }, { replace: true })}
    />
  );
}

function BoundThen({ given, result, hour }: DetailsProps) {
  const { contingency } = usePlace().query;
  if (contingency === undefined) return null;
  const lost = given.contingencies?.find(({ id }) => id === contingency);
  const names = [...(lost?.lines ?? []), ...(lost?.generators ?? [])].join(', ');
  const bound = result.binding_constraints
    .filter((row) => row.contingency_id === contingency && row.hour === hour)
    .map(
      (row) =>
        `line ${row.line_id} would carry ${power(row.flow_mw)} of ${power(row.limit_mw)}; 1 MW more of limit is worth ${lmpText(Math.abs(row.shadow_price_usd_per_mwh))}`,
    );
  return (
    <p role="status">
      After {contingency}
      {names && ` (loses ${names})`}, in {periodName(hour)}: {bound.join('; ') || 'no limit binds'}.
    </p>
  );
}

type DetailsProps = Pick<Drawable, 'given' | 'result'> & { readonly hour: number };

function Details(props: DetailsProps) {
  const selected = selectedIn(usePlace().query);
  const line = props.given.transmission_lines?.find(
    ({ id }) => selected?.kind === 'line' && id === selected.id,
  );
  if (line) return <LineDetails line={line} {...props} />;
  if (selected?.kind === 'bus') return <BusDetails bus={selected.id} {...props} />;
  return <p>Choose a bus or a line, in the drawing or by its name, to see what is known of it.</p>;
}

function LineDetails({ line, result, hour }: DetailsProps & { readonly line: Line }) {
  const flow = rowNamed(result.flows_mw ?? NONE, line.id);
  const rating = ratingAt(line, hour);
  const option = useMemo(() => {
    const limits = (['rating', 'rating, other way'] as const).map((name, i): HourSeries => {
      const values = flow.map((_, at) => (ratingAt(line, at) ?? Number.NaN) * (i === 0 ? 1 : -1));
      return { name, values, as: 'step', isDashed: true, color: '#d55e00' };
    });
    const isRated = limits.some(({ values }) => !Array.from(values).every(Number.isNaN));
    const series: HourSeries[] = [{ name: 'flow', values: flow, as: 'step' }, ...(isRated ? limits : [])];
    return hourChart({ unit: 'MW', series, hour });
  }, [flow, line, hour]);
  const most = peakOf(flow, Math.abs);
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

function BusDetails({ bus, given, result, hour }: DetailsProps & { readonly bus: string }) {
  const { path } = usePlace();
  const name = `bus_${bus}`;
  const isHere = (element: { readonly bus: number }): boolean => String(element.bus) === bus;
  const outputs = (units: readonly { readonly name: string; readonly bus: number }[], of = NONE) =>
    units.filter(isHere).map(({ name: unit }) => [unit, rowNamed(of, unit)] as const);
  const units = [
    ...outputs(given.generators, result.dispatch_mw),
    ...outputs(given.renewables ?? [], result.renewable_mw),
  ];
  const load = rowNamed(given.loads, bus);
  return (
    <Card
      title={`Bus ${bus}`}
      actions={<a href={href(path, { view: 'prices', bus: name, hour })}>Its prices</a>}
    >
      <p>
        In {periodName(hour)} a MWh is worth{' '}
        <Why of={{ kind: 'price', name, hour }}>{lmpText(rowNamed(result.lmp, name)[hour])}</Why> here. The
        load is {power(load[hour] ?? 0)}.
      </p>
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
