/** Drawing of a checked case, and details of the selected element: its row, findings and neighbours. */

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useBusPlaces } from '../network/bus-places.ts';
import { NetworkDrawing } from '../network/drawing.tsx';
import { Button } from '../parts/button.tsx';
import { Badge, Card, Figure, Notice, Spinner } from '../parts/elements.tsx';
import { plain } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import {
  type Cell,
  cellsOf,
  connectedTo,
  drawnCase,
  drawnElement,
  drawnMarks,
  type Finding,
  keyOf,
  marksOf,
  type Network,
  nameOf,
  rowsOf,
} from './findings.ts';

interface ElementProps {
  readonly element: string;
  readonly network: Network;
  readonly findings: readonly Finding[];
  /** True after the user has selected the element by a click on a finding. */
  readonly hasJumped: { current: boolean };
}

/** Maximum number of neighbours that are listed; a bus may have hundreds. */
const MOST_NEIGHBOURS = 20;

export function ElementView({ element, network, findings, hasJumped }: ElementProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasJumped.current) return;
    hasJumped.current = false;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [element, hasJumped]);
  const row = useMemo(() => rowsOf(network), [network]).get(element);
  const elementFindings = findings.filter((finding) => finding.element === element);
  const around = useMemo(() => connectedTo(network, element), [network, element]);
  return (
    <div ref={place} tabIndex={-1}>
      <Card title={nameOf(element)} actions={<Button text="Close" onClick={close} />}>
        {row ? (
          <dl class="figures">
            {cellsOf(row).map((cell) => (
              <Figure key={cell.name} name={cell.name} value={<Value {...cell} />} />
            ))}
          </dl>
        ) : (
          <Notice>The case has no such element in service.</Notice>
        )}
        <h3>Findings</h3>
        {elementFindings.length === 0 && <p>No findings.</p>}
        <ul class="plain">
          {elementFindings.map(({ key, severity, message }) => (
            <li key={key}>
              <Badge text={severity} /> {message}
            </li>
          ))}
        </ul>
        {around.length > 0 && (
          <>
            <h3>Connected here</h3>
            <p>
              {around.slice(0, MOST_NEIGHBOURS).map((neighbour) => (
                <>
                  <ElementLink key={neighbour} element={neighbour} />{' '}
                </>
              ))}
              {around.length > MOST_NEIGHBOURS && `and ${around.length - MOST_NEIGHBOURS} more`}
            </p>
          </>
        )}
      </Card>
    </div>
  );
}

/** Closes the details, and returns the focus to the finding. */
function close(): void {
  document.querySelector<HTMLElement>('td a[aria-current]')?.focus();
  setQuery({ element: undefined });
}

function Value({ value, unit, element }: Cell) {
  if (element) return <ElementLink element={element} />;
  if (typeof value === 'number') return <>{`${plain(value)} ${unit}`}</>;
  return <>{value === null ? 'missing' : String(value)}</>;
}

function ElementLink({ element }: { readonly element: string }) {
  const { path, query } = usePlace();
  return <a href={href(path, { ...query, element })}>{nameOf(element)}</a>;
}

interface CaseDrawingProps {
  readonly network: Network;
  readonly findings: readonly Finding[];
  readonly element: string | undefined;
}

export function CaseDrawing({ network, findings, element }: CaseDrawingProps) {
  const places = useBusPlaces(usePlace().query['network'] || undefined);
  const drawn = useMemo(() => places && drawnCase(network, places), [network, places]);
  const marks = useMemo(() => drawnMarks(network, marksOf(findings)), [network, findings]);
  const selected = useMemo(() => drawnElement(network, element), [network, element]);
  const marked = marks.busMarks.size + marks.lineMarks.size;
  if (!drawn) return <Spinner label="Reading the places of buses" />;
  return (
    <Card title="Drawing">
      <NetworkDrawing
        label={`The network, with ${drawn.buses.length} buses and ${drawn.lines.length} lines; ${marked} with findings`}
        network={drawn}
        {...marks}
        selected={selected}
        onSelect={(chosen) => setQuery({ element: chosen && keyOf(chosen.kind, chosen.id) })}
      />
    </Card>
  );
}
