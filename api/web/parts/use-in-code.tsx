/** How a program does what was done at the page: a button, and a dialog with texts to copy. */
import { useId, useRef, useState } from 'preact/hooks';

interface UseInCodeProps {
  /** Heading -> text. */
  readonly texts: Readonly<Record<string, string>>;
  /** What the texts do, in a sentence. */
  readonly about: string;
}

export function UseInCode({ texts, about }: UseInCodeProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Use in code
      </button>
      <dialog ref={dialog} class="wide" aria-labelledby={id}>
        <h2 id={id}>Use in code</h2>
        <p>
          {about} <code>$GRID_API_KEY</code> is an API key, which you make in your account.
        </p>
        {Object.entries(texts).map(([name, text]) => (
          <CodeText key={name} name={name} text={text} />
        ))}
        <div class="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </dialog>
    </>
  );
}

/** A text of code, and the button that copies it. */
export function CodeText({ name, text }: { readonly name: string; readonly text: string }) {
  const [told, setTold] = useState('');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setTold('Copied');
  };
  return (
    <section class="code-text" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span role="status">{told}</span>
        {/* Browsers have no clipboard on plain HTTP beyond this machine; there one marks the text. */}
        {navigator.clipboard && (
          <button
            type="button"
            aria-label={`Copy ${name}`}
            onClick={() => copy().catch(() => setTold('The browser did not allow it: mark the text'))}
          >
            Copy
          </button>
        )}
      </header>
      <pre>{text}</pre>
    </section>
  );
}
