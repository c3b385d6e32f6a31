/** A question with its answer and the sources of its figures, or the failure. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/elements.tsx';
import { plain } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import { cellOf, type Piece, toPieces } from './cited-figures.ts';
import { type Citation, type Exchange, type Failure, isOpen } from './conversation.ts';

interface ExchangeProps {
  readonly exchange: Exchange;
  /** Asks the question again; undefined except for the last exchange. */
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
          Part of the answer had no source or may not be shown. It was removed or replaced by values of the
          results.
        </Notice>
      )}
      {phase === 'stopped' && <Notice tone="quiet">Stopped; the answer is incomplete.</Notice>}
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
  get_infeasibility_report: 'reads the causes of infeasibility',
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

const OTHER_SOURCES: Readonly<Record<string, string>> = {
  question: 'the question',
  history: 'the conversation',
  answer: 'the answer itself',
};

const tableOf = ({ tool, source }: Citation): string =>
  OTHER_SOURCES[tool] ?? source?.table?.replace('_', ' ') ?? tool.replaceAll('_', ' ');

function Figures({ citations }: { readonly citations: readonly Citation[] }) {
  if (citations.length === 0) return null;
  const rows = citations.map((citation, place) => ({ ...citation, key: String(place) }));
  return (
    <details>
      <summary>Where the figures come from</summary>
      <Table
        caption="Where the figures come from"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { head: 'Figure', cell: ({ text }) => text },
          { head: 'Value', cell: ({ value }) => plain(value), isNumber: true },
          { head: 'Table', cell: tableOf },
          {
            head: 'Element',
            cell: ({ source }) => (source?.element_id ? `${source.element_type} ${source.element_id}` : '–'),
          },
          { head: 'Hour', cell: ({ source }) => source?.hour ?? '–', isNumber: true },
          { head: 'Field', cell: ({ path }) => <code>{path}</code> },
          {
            head: 'Cell',
            cell: (citation) => {
              const cell = cellOf(citation);
              return cell ? <a href={href(cell.path, cell.query)}>Show {citation.text}</a> : '–';
            },
          },
        ]}
      />
    </details>
  );
}

interface FailureProps {
  readonly failure: Failure;
  readonly onAgain: (() => void) | undefined;
}

/** Longest waiting time for which the page counts down and then asks again, s. */
const PATIENCE_S = 90;

function FailureView({ failure, onAgain }: FailureProps) {
  const { status, code, retryAfterS } = failure;
  const waitS =
    status === 429 && retryAfterS !== undefined && retryAfterS <= PATIENCE_S ? retryAfterS : undefined;
  const retryInS = useCountdown(onAgain && waitS, onAgain);
  return (
    <Notice tone={code === 'AI_NOT_CONFIGURED' ? 'quiet' : status === 422 ? 'warning' : 'bad'}>
      {inWords(failure)}
      {retryInS !== undefined && ` Retrying in ${retryInS} s.`}{' '}
      {onAgain && status !== 422 && <Button text="Ask again" onClick={onAgain} />}
    </Notice>
  );
}

function inWords({ status, message, code, retryAfterS }: Failure): string {
  if (code === 'AI_NOT_CONFIGURED') return NOT_CONFIGURED;
  if (status === 429)
    return `Too many requests${retryAfterS ? `; again in ${retryAfterS} s` : ''}: ${message}.`;
  if (status === 403) return `You may not ask this: ${message}.`;
  if (status === 502) return 'The language model did not answer.';
  return message;
}

/** Message to users. It names no settings, because only operators can change these. */
export const NOT_CONFIGURED =
  'This service has no language model. It answers only the suggested questions, computed from the result.';

/** Counts down seconds; calls `done` at 0. */
function useCountdown(seconds: number | undefined, done: (() => void) | undefined): number | undefined {
  const [remaining, setRemaining] = useState(seconds);
  useEffect(() => {
    if (remaining === undefined || !done) return undefined;
    if (remaining <= 0) {
      done();
      return undefined;
    }
    const timer = setTimeout(() => setRemaining(remaining - 1), 1000);
    return () => clearTimeout(timer);
  }, [remaining, done === undefined]);
  return done && remaining;
}
