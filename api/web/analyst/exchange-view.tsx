/** A question and what came of it. */
import { useMemo } from 'preact/hooks';
import { Notice } from '../parts/elements.tsx';
import { href } from '../parts/router.ts';
import { type Piece, toPieces } from './answer-pieces.ts';
import { cellOf } from './cells.ts';
import { type Exchange, isOpen } from './conversation.ts';
import { FailureView } from './failure-view.tsx';
import { Figures } from './figures.tsx';

interface ExchangeProps {
  readonly exchange: Exchange;
  /** Absent for an exchange that others follow. */
  readonly onAgain: (() => void) | undefined;
}

export function ExchangeView({ exchange, onAgain }: ExchangeProps) {
  const { question, answer, phase, citations, failure, refused, moderated } = exchange;
  const pieces = useMemo(() => toPieces(answer, citations), [answer, citations]);
  return (
    <article class="exchange">
      <h3 class="unseen">Question</h3>
      <p class="question">{question}</p>
      <h3 class="unseen">Answer</h3>
      {isOpen(exchange) && <Doing exchange={exchange} />}
      {answer !== '' && (
        <div class="answer" aria-busy={isOpen(exchange)}>
          {pieces.map((piece, place) => (
            <PieceView key={String(place)} {...piece} />
          ))}
        </div>
      )}
      {refused && <Notice tone="warning">The analyst declined to answer this.</Notice>}
      {moderated && !refused && (
        <Notice tone="warning">
          A part of the answer could not be traced to a result, or may not be shown. It was taken out or
          replaced by what the results say.
        </Notice>
      )}
      {phase === 'stopped' && <Notice tone="quiet">Stopped. What is shown is not complete.</Notice>}
      {failure && <FailureView failure={failure} onAgain={onAgain} />}
      {phase === 'done' && <Figures citations={citedIn(pieces)} />}
    </article>
  );
}

const citedIn = (pieces: readonly Piece[]) =>
  pieces.flatMap((piece) => (piece.kind === 'figure' ? [piece.citation] : []));

function PieceView(piece: Piece) {
  if (piece.kind === 'figure') {
    const cell = cellOf(piece.citation);
    return cell ? <a href={href(cell.path, cell.query)}>{piece.text}</a> : piece.text;
  }
  if (piece.kind === 'code') return <pre>{piece.text}</pre>;
  if (piece.kind === 'withheld') return <mark class="badge warning">{piece.text.slice(1, -1)}</mark>;
  return piece.text;
}

const DOING: Readonly<Record<string, string>> = {
  get_scenario_summary: 'reads the scenario',
  get_binding_constraints: 'looks for binding lines',
  get_lmp: 'reads prices',
  get_dispatch: 'reads the dispatch',
  get_commitment: 'reads the commitment',
  get_cost_breakdown: 'reads the costs',
  get_infeasibility_report: 'reads why there is no schedule',
  validate_power_flow: 'checks the network',
  why_committed: 'solves the case again without the unit',
  why_not_committed: 'solves the case again with the unit',
  what_if: 'solves the changed case',
};

function Doing({ exchange: { tools, answer } }: { readonly exchange: Exchange }) {
  const tool = tools.at(-1);
  if (answer !== '') return null;
  return <p class="quiet">The analyst {(tool && DOING[tool]) ?? 'thinks'}…</p>;
}
