/** Which limits make the congestion part of one price, and how much each of them. */

import { Loaded } from '../parts/elements.tsx';
import { exact, price } from '../parts/format.ts';
import { inWorker } from '../parts/in-worker.ts';
import { periodName } from '../parts/interval.ts';
import { href, usePlace } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { Contribution, PriceQuestion } from './attribution.ts';
import { rowOf } from './matrix.ts';
import type { Binding, Case } from './pack.ts';
import { useCase } from './result-data.ts';

const attribute = inWorker<PriceQuestion, Contribution[]>(
  () => new Worker(new URL('./attribution-worker.ts', import.meta.url), { type: 'module' }),
);

interface PriceCausesProps {
  readonly jobId: string;
  /** `bus_7` */
  readonly bus: string;
  readonly hour: number;
  /** The congestion part of the price, $/MWh. */
  readonly congestion: number;
  readonly bindings: readonly Binding[];
}

export function PriceCauses(props: PriceCausesProps) {
  const load = useCase(props.jobId, ['transmission_lines', 'contingencies', 'loads', 'options']);
  return <Loaded load={load}>{(given) => <Causes {...props} given={given} />}</Loaded>;
}

type Given = Pick<Case, 'transmission_lines' | 'contingencies' | 'loads' | 'options'>;

/** Smaller parts of a price are the rounding of others. */
const CENT = 0.01;
const SHOWN = 10;

function Causes({ bus, hour, congestion, bindings, given }: PriceCausesProps & { readonly given: Given }) {
  const { path } = usePlace();
  const load = useLoad(() => attribute(questionOf(bus, hour, bindings, given)), [bus, hour, given]);
  return (
    <Loaded load={load}>
      {(all) => {
        const told = all.filter(({ usd }) => Math.abs(usd) >= CENT);
        const rest = congestion - all.reduce((total, { usd }) => total + usd, 0);
        if (told.length === 0 && Math.abs(rest) < CENT)
          return <p>No limit moves the price of this bus in {periodName(hour)}.</p>;
        return (
          <>
            <h3>
              What makes its congestion of {price(congestion)} in {periodName(hour)}
            </h3>
            <Table
              caption="Limits that move this price"
              columns={[
                {
                  head: 'Line',
                  cell: ({ line }) => <a href={href(path, { view: 'network', line, hour })}>{line}</a>,
                },
                { head: 'Contingency', cell: ({ contingency }) => contingency ?? 'none: base case' },
                { head: 'Share of a MW', isNumber: true, cell: ({ share }) => exact(share) },
                { head: 'Part of the price', isNumber: true, cell: ({ usd }) => price(usd) },
              ]}
              rows={told.slice(0, SHOWN)}
              keyOf={({ line, contingency }) => `${line} ${contingency}`}
            />
            {Math.abs(rest) >= CENT && <p>{price(rest)} come from limits that the result does not list.</p>}
          </>
        );
      }}
    </Loaded>
  );
}

function questionOf(bus: string, hour: number, bindings: readonly Binding[], given: Given): PriceQuestion {
  const { transmission_lines = [], contingencies = [], loads, options } = given;
  const ofHour = bindings.filter((binding) => binding.hour === hour);
  const named = new Set(ofHour.map(({ contingency_id }) => contingency_id));
  return {
    bus: Number(bus.replace(/^bus_/, '')),
    loads: loads.names.map((name, row) => [Number(name), rowOf(loads, row)[hour] ?? 0]),
    slackBus: options?.slack_bus,
    lines: transmission_lines,
    contingencies: contingencies.filter(({ id }) => named.has(id)),
    bindings: ofHour,
  };
}
