/** Congestion of a run: a drawing and a table of the lines, with hours at a limit and congestion rent. */
import { useMemo } from 'preact/hooks';
import { rising } from '../charts/color-scale.ts';
import { useBusPlaces } from '../network/bus-places.ts';
import { type BusPlaces, caseNetwork, type DrawnCase } from '../network/case-network.ts';
import { NetworkDrawing } from '../network/drawing.tsx';
import { Loaded } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { count, energy, money } from '../parts/format.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { type LineRow, lineValues } from './congested-lines.ts';

interface CongestionProps {
  /** Id of a job of the run; the network is in the case of this job. */
  readonly jobId: string;
  /** Id of the network in which the buses have coordinates. */
  readonly networkId: string;
  readonly lines: readonly LineRow[];
}

export function Congestion({ jobId, networkId, lines }: CongestionProps) {
  const places = useBusPlaces(networkId);
  const load = useLoad((signal) => readCase(jobId, signal), [jobId]);
  return (
    <Loaded load={load}>
      {(given) =>
        places &&
        (given.transmission_lines ?? []).length > 0 && <Drawn given={given} places={places} lines={lines} />
      }
    </Loaded>
  );
}

async function readCase(job_id: string, signal: AbortSignal): Promise<DrawnCase> {
  const fields = 'generators,renewables,storage,transmission_lines,dc_lines';
  const params = { path: { job_id }, query: { fields } };
  return await get('/api/modules/analyst/solve/{job_id}/payload', { params, signal });
}

const hours = (value: number): string => `${count(value)} h`;
/** Maximum number of rows of the table; the drawing shows all lines. */
const MOST_ROWS = 20;

interface DrawnProps extends Pick<CongestionProps, 'lines'> {
  readonly given: DrawnCase;
  readonly places: BusPlaces;
}

function Drawn({ given, places, lines }: DrawnProps) {
  const { query } = usePlace();
  const network = useMemo(() => caseNetwork(given, [], places), [given, places]);
  const values = useMemo(() => lineValues(lines, money), [lines]);
  const most = Math.max(0, ...lines.map(({ binding_hours }) => binding_hours));
  const full = lines.filter(({ binding_hours }) => binding_hours > 0);
  const [first] = full;
  const words = first
    ? `${count(full.length)} of ${count(network.lines.length)} lines were at a limit; highest rent: ${first.line}, ${money(first.congestion_rent_usd)} in ${hours(first.binding_hours)}.`
    : 'No line was at a limit.';
  const element = query['line'];
  const selected = lines.find(({ line }) => line === element);
  return (
    <Fold title="Congestion">
      <p role="status">
        {element === undefined
          ? words
          : `Line ${element}: ${selected ? `${hours(selected.binding_hours)} at a limit, ${money(selected.congestion_rent_usd)}` : 'never at a limit'}.`}
      </p>
      <NetworkDrawing
        label={words}
        network={network}
        scale={rising(0, most)}
        meaning="Hours at a limit"
        format={hours}
        lineValues={values}
        selected={element === undefined ? undefined : { kind: 'line', id: element }}
        onSelect={(chosen) =>
          setQuery({ line: chosen?.kind === 'line' ? chosen.id : undefined }, { replace: true })
        }
      />
      {first && (
        <Table
          caption="Lines by congestion rent"
          rows={full.slice(0, MOST_ROWS)}
          keyOf={({ line }) => line}
          columns={[
            { head: 'Line', cell: ({ line }) => line },
            { head: 'At a limit', isNumber: true, cell: (row) => hours(row.binding_hours) },
            { head: 'Congestion rent', isNumber: true, cell: (row) => money(row.congestion_rent_usd) },
            { head: 'Above a soft limit', isNumber: true, cell: (row) => energy(row.overflow_mwh) },
          ]}
        />
      )}
    </Fold>
  );
}
