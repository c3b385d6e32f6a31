/** The drawing of a checked case: what was found is marked, and a click leads to it. */
import { useMemo } from 'preact/hooks';
import { NetworkDrawing } from '../network/drawing.tsx';
import { Card } from '../parts/elements.tsx';
import { setQuery } from '../parts/router.ts';
import { drawnCase, drawnElement, drawnMarks } from './drawn-case.ts';
import { type Finding, keyOf, marksOf, type Network } from './findings.ts';

interface CaseDrawingProps {
  readonly network: Network;
  readonly findings: readonly Finding[];
  readonly element: string | undefined;
}

export function CaseDrawing({ network, findings, element }: CaseDrawingProps) {
  const drawn = useMemo(() => drawnCase(network), [network]);
  const marks = useMemo(() => drawnMarks(network, marksOf(findings)), [network, findings]);
  const selected = useMemo(() => drawnElement(network, element), [network, element]);
  const marked = marks.busMarks.size + marks.lineMarks.size;
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
