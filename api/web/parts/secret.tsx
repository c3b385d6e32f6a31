/** A secret that is shown once, with buttons to copy and save it. */

import { useId, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { save } from './download-item.tsx';

interface SecretProps {
  readonly label: string;
  readonly text: string;
  /** File name under which the secret can be saved; absent if saving is not offered. */
  readonly fileName?: string;
}

export function Secret({ label, text, fileName }: SecretProps) {
  const id = useId();
  const [status, setStatus] = useState('');
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
        {/* Browsers have no clipboard API over plain HTTP, except on localhost. */}
        {navigator.clipboard && (
          <button
            type="button"
            onClick={() => {
              navigator.clipboard.writeText(text).then(
                () => setStatus('Copied'),
                () => setStatus('Not allowed by the browser: select and copy the text'),
              );
            }}
          >
            Copy
          </button>
        )}
        {fileName && <Button text="Save as a file" onClick={() => save(fileName, new Blob([`${text}\n`]))} />}
        <span role="status">{status}</span>
      </div>
    </div>
  );
}
