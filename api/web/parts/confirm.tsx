/** Button for an irreversible action, which asks for confirmation. */

import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { ProblemNotice } from './elements.tsx';
import { useAction } from './form.tsx';

interface ConfirmButtonProps {
  /** Text of the button, and of the button that confirms. */
  readonly text: string;
  /** Accessible name; needed if several buttons have the same text. */
  readonly label?: string;
  readonly question: string;
  /** Describes the consequence of the action. */
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
      <Button text={text} look="danger" aria-label={label} onClick={() => dialog.current?.showModal()} />
      <dialog ref={dialog} aria-labelledby={id}>
        <h2 id={id}>{question}</h2>
        <p>{children}</p>
        {action.problem && <ProblemNotice problem={action.problem} />}
        <div class="actions">
          <Button text="Go back" onClick={() => dialog.current?.close()} />
          <Button text={text} look="danger" aria-disabled={action.isBusy} onClick={action.run} />
        </div>
      </dialog>
    </>
  );
}
