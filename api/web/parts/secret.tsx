/** Something that is shown once: to be copied, or saved as a file. */
import { useId, useState } from 'preact/hooks';
import { save } from './download-item.tsx';

interface SecretProps {
  readonly label: string;
  readonly text: string;
  /** Name of a file that is offered, too. */
  readonly fileName?: string;
}

export function Secret({ label, text, fileName }: SecretProps) {
  const id = useId();
  const [told, setTold] = useState('');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="secret"
        readOnly
        rows={text.split('\n').length}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="actions">
        {/* Browsers have no clipboard on plain HTTP beyond this machine; there one marks the text. */}
        {navigator.clipboard && (
          <button
            type="button"
            onClick={() => {
              navigator.clipboard.writeText(text).then(
                () => setTold('Copied'),
                () => setTold('The browser did not allow it: mark the text and copy it'),
              );
            }}
          >
            Copy
          </button>
        )}
        {fileName && (
          <button type="button" onClick={() => save(fileName, new Blob([`${text}\n`]))}>
            Save as a file
          </button>
        )}
        <span role="status">{told}</span>
      </div>
    </div>
  );
}
