/** A number that tells what makes it: a button, and the panel beside the page that it opens. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Loaded } from '../parts/elements.tsx';
import { inWorker } from '../parts/in-worker.ts';
import { href, type Query } from '../parts/router.ts';
import { createStore, useStore } from '../parts/store.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { Contribution, PriceQuestion } from './attribution.ts';
import { rowOf } from './matrix.ts';
import { readCase, readResult } from './result-data.tsx';
import { explain } from './why.ts';
import { type Facts, type Question, WHY_CASE, WHY_RESULT } from './why-facts.ts';

const asked = createStore<Question | undefined>(undefined);
const attribute = inWorker<PriceQuestion, Contribution[]>(
  () => new Worker(new URL('./attribution-worker.ts', import.meta.url), { type: 'module' }),
);

export const Why = ({ of, children }: { readonly of: Question; readonly children: ComponentChildren }) => (
  <button type="button" class="why" aria-haspopup="dialog" title="Why?" onClick={() => asked.set(of)}>
    {children}
  </button>
);

/** Once in a page of a job; nothing until a number of it is clicked. */
export function WhyPanel({ jobId }: { readonly jobId: string }) {
  const question = useStore(asked);
  useEffect(() => () => asked.set(undefined), []);
  return question ? <Panel jobId={jobId} question={question} /> : null;
}

function Panel({ jobId, question }: { readonly jobId: string; readonly question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const load = useLoad(() => answer(jobId, question), [jobId, question]);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  const link = (text: string, to: Query) => (
    <a href={href(`/jobs/${jobId}`, to)} onClick={close}>
      {text}
    </a>
  );
  return (
    <dialog ref={dialog} class="why-panel" aria-labelledby={id} onClose={() => asked.set(undefined)}>
      <header class="page-head">
        <h2 id={id}>{load.data?.question ?? 'Why?'}</h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      <Loaded load={load}>
        {({ sentences, rows, links }) => (
          <>
            {sentences.map((sentence) => sentence && <p key={sentence}>{sentence}</p>)}
            <Table
              caption="What makes it"
              rows={rows}
              keyOf={([name]) => name}
              columns={[
                { head: 'What', cell: ([name, , to]) => (to ? link(name, to) : name) },
                { head: 'How much', isNumber: true, cell: ([, text]) => text },
              ]}
            />
            <ul class="plain buttons">
              {links.map(([text, to]) => (
                <li key={text}>{link(text, to)}</li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </dialog>
  );
}

async function answer(jobId: string, question: Question) {
  const [result, given] = await Promise.all([readResult(jobId, WHY_RESULT), readCase(jobId, WHY_CASE)]);
  const limits = question.kind === 'price' ? await attribute(limitsAt(question, { result, given })) : [];
  return explain(question, { result, given }, limits);
}

function limitsAt({ name = '', hour = 0 }: Question, { result, given }: Facts): PriceQuestion {
  const { transmission_lines = [], contingencies = [], loads, options } = given;
  const bindings = result.binding_constraints.filter((binding) => binding.hour === hour);
  const named = new Set(bindings.map(({ contingency_id }) => contingency_id));
  return {
    bus: Number(name.replace(/^bus_/, '')),
    loads: loads.names.map((bus, row) => [Number(bus), rowOf(loads, row)[hour] ?? 0]),
    slackBus: options?.slack_bus,
    lines: transmission_lines,
    contingencies: contingencies.filter(({ id }) => named.has(id)),
    bindings,
  };
}
