/** The network hour by hour, and what is known of the bus or line that is chosen. */
import { useMemo } from 'preact/hooks';
import { Card } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { power, price } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { BusDetails, type DetailsProps, LineDetails } from './element-details.tsx';
import { HourPlayer, useHour } from './hour-slider.tsx';
import { type Drawable, worstContingencies } from './network-facts.ts';
import { NetworkAt, NetworkOf, selectedIn } from './network-hour.tsx';
import type { ResultViewProps } from './view.ts';

export function NetworkView({ job }: ResultViewProps) {
  return <NetworkOf job={job}>{(drawable) => <Hours drawable={drawable} />}</NetworkOf>;
}

interface AtHour {
  readonly drawable: Drawable;
  readonly hour: number;
}

function Hours({ drawable }: { readonly drawable: Drawable }) {
  const { given, result, first } = drawable;
  const hour = useHour(result.lmp.hours, first);
  return (
    <>
      <Card title="Network">
        <NetworkAt drawable={drawable} hour={hour}>
          <HourPlayer hour={hour} hours={result.lmp.hours} />
          <Contingency drawable={drawable} />
        </NetworkAt>
        <BoundThen drawable={drawable} hour={hour} />
      </Card>
      <Details given={given} result={result} hour={hour} />
    </>
  );
}

/** More than anybody reads through; of a chosen line those that fill it. */
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

function BoundThen({ drawable: { given, result }, hour }: AtHour) {
  const { contingency } = usePlace().query;
  if (contingency === undefined) return null;
  const lost = given.contingencies?.find(({ id }) => id === contingency);
  const names = [...(lost?.lines ?? []), ...(lost?.generators ?? [])].join(', ');
  const bound = result.binding_constraints
    .filter((row) => row.contingency_id === contingency && row.hour === hour)
    .map(
      (row) =>
        `line ${row.line_id} would carry ${power(row.flow_mw)} of ${power(row.limit_mw)}; 1 MW more of limit is worth ${price(Math.abs(row.shadow_price_usd_per_mwh))}`,
    );
  return (
    <p role="status">
      After {contingency}
      {names && ` (loses ${names})`}, in {periodName(hour)}: {bound.join('; ') || 'no limit binds'}.
    </p>
  );
}

function Details(props: DetailsProps) {
  const selected = selectedIn(usePlace().query);
  const line = props.given.transmission_lines?.find(
    ({ id }) => selected?.kind === 'line' && id === selected.id,
  );
  if (line) return <LineDetails line={line} {...props} />;
  if (selected?.kind === 'bus') return <BusDetails bus={selected.id} {...props} />;
  return <p>Choose a bus or a line, in the drawing or by its name, to see what is known of it.</p>;
}
