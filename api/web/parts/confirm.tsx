/** A button for what cannot be taken back: it asks first. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { ProblemNotice } from './elements.tsx';
import { useAction } from './form.tsx';

interface ConfirmButtonProps {
  /** On the button, and on the one that agrees. */
  readonly text: string;
  /** Read instead of `text`, where several buttons say the same. */
  readonly label?: string;
  readonly question: string;
  /** What will happen, in a sentence. */
  readonly children: ComponentChildren;
  readonly work: () => Promise<void>;
}

export function ConfirmButton({ text, label, question, children, work }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const action = useAction(async () => {
    await work();
    dialog.current?.close();
  });
  return (
    <>
      <button type="button" class="danger" aria-label={label} onClick={() => dialog.current?.showModal()}>
        {text}
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <h2 id={id}>{question}</h2>
        <p>{children}</p>
        {action.problem && <ProblemNotice problem={action.problem} />}
        <div class="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Go back
          </button>
          <button type="button" class="danger" aria-disabled={action.isBusy} onClick={action.run}>
            {text}
          </button>
        </div>
      </dialog>
    </>
  );
}
