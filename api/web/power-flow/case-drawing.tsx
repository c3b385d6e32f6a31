/** The drawing of a checked case: what was found is marked, and a click leads to it. */
import { useMemo } from 'preact/hooks';
import { useBusPlaces } from '../network/bus-places.ts';
import { NetworkDrawing } from '../network/drawing.tsx';
import { Card, Spinner } from '../parts/elements.tsx';
import { setQuery, usePlace } from '../parts/router.ts';
import { drawnCase, drawnElement, drawnMarks } from './drawn-case.ts';
import { type Finding, keyOf, marksOf, type Network } from './findings.ts';

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
        label={`The network, with ${drawn.buses.length} buses and ${drawn.lines.length} lines; ${marked} of them are marked by what was found`}
        network={drawn}
        {...marks}
        selected={selected}
        onSelect={(chosen) => setQuery({ element: chosen && keyOf(chosen.kind, chosen.id) })}
      />
    </Card>
  );
}
