/** View of the network by hour, with details of the selected bus or line. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { type HourSeries, hourChart } from '../charts/hour-chart.ts';
import { ratingAt } from '../network/case-network.ts';
import { Card } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { percent, power } from '../parts/format.ts';
import { capitalized, inPeriod } from '../parts/interval.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { HourPlayer, usePlayer } from './hour-slider.tsx';
import { NONE, peakOf, rowNamed, stacked } from './matrix.ts';
import { type Drawable, worstContingencies } from './network-facts.ts';
import { NetworkAt, NetworkOf, selectedIn } from './network-hour.tsx';
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

/** Maximum number of contingencies in the list. */
const MOST = 15;

function Contingency({ drawable: { result } }: { readonly drawable: Drawable }) {
  const { contingency = '' } = usePlace().query;
  const worst = useMemo(() => worstContingencies(result.binding_constraints), [result]);
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
        `line ${row.line_id} would carry ${power(row.flow_mw)} of ${power(row.limit_mw)}; shadow price ${lmpText(Math.abs(row.shadow_price_usd_per_mwh))}`,
    );
  return (
    <p role="status">
      After {contingency}
      {names && ` (loses ${names})`}, {inPeriod(hour)}: {bound.join('; ') || 'no limit binds'}.
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
  return <p>Select a bus or line in the drawing or by name to see its details.</p>;
}

function LineDetails({ line, result, hour }: DetailsProps & { readonly line: Line }) {
  const flow = rowNamed(result.flows_mw ?? NONE, line.id);
  const rating = ratingAt(line, hour);
  const option = useMemo(() => {
    const limits = (['rating', 'rating, reverse'] as const).map((name, i): HourSeries => {
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
      ? `No flow of line ${line.id}: this solve did not model flows.`
      : `${capitalized(inPeriod(hour))} line ${line.id} carries ${power(now)}${rating ? `, ${percent(Math.abs(now) / rating)} of its rating of ${power(rating)}` : ''}; most ${inPeriod(most?.hour)}: ${power(most?.value)}.`;
  return (
    <Card title={`Line ${line.id}: bus ${line.from_bus} to bus ${line.to_bus}`}>
      <p>{words}</p>
      {flow.length > 0 && <Chart label={words} option={option} height={260} />}
    </Card>
  );
}

function BusDetails({ bus, given, result, hour }: DetailsProps & { readonly bus: string }) {
  const { path } = usePlace();
  const name = `bus_${bus}`;
  const units = [...given.generators, ...(given.renewables ?? [])].filter((unit) => String(unit.bus) === bus);
  const outputs = stacked(result.dispatch_mw, result.renewable_mw ?? NONE);
  return (
    <Card
      title={`Bus ${bus}`}
      actions={<a href={href(path, { view: 'prices', bus: name, hour })}>Its prices</a>}
    >
      <p>
        {capitalized(inPeriod(hour))} the price is{' '}
        <Why of={{ kind: 'price', name, hour }}>{lmpText(rowNamed(result.lmp, name)[hour])}</Why>, the load{' '}
        {power(rowNamed(given.loads, bus)[hour] ?? 0)}.
      </p>
      <ul>
        {units.map(({ name: unit }) => (
          <li key={unit}>
            <a href={href(path, { view: 'commitment', unit, hour })}>{unit}</a>:{' '}
            {power(rowNamed(outputs, unit)[hour])}
          </li>
        ))}
      </ul>
    </Card>
  );
}
