/** A number that is a button: it opens a panel that explains the number. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Loaded } from '../parts/elements.tsx';
import { href, type Query } from '../parts/router.ts';
import { createStore, useStore } from '../parts/store.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { Question } from './why-facts.ts';

const openQuestion = createStore<Question | undefined>(undefined);

export const Why = ({ of, children }: { readonly of: Question; readonly children: ComponentChildren }) => (
  <button type="button" class="why" aria-haspopup="dialog" title="Why?" onClick={() => openQuestion.set(of)}>
    {children}
  </button>
);

/** Panel of explanations on the page of a job; hidden until a number is clicked. */
export function WhyPanel({ jobId }: { readonly jobId: string }) {
  const question = useStore(openQuestion);
  useEffect(() => () => openQuestion.set(undefined), []);
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
    <dialog ref={dialog} class="why-panel" aria-labelledby={id} onClose={() => openQuestion.set(undefined)}>
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
              caption="Contributions"
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

/** Answers a question. The code for explanations is loaded with the first question. */
async function answer(jobId: string, question: Question) {
  const { answerOf } = await import('./why-answer.ts');
  return answerOf(jobId, question);
}
