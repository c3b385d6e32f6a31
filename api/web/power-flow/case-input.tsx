/** Where a case comes from: a file that is dropped or chosen, a text that is pasted, or a stored network. */
import { useId, useState } from 'preact/hooks';
import { DropZone } from '../parts/drop-zone.tsx';
import { Card } from '../parts/elements.tsx';
import { NetworkChoice } from './network-choice.tsx';

interface CaseInputProps {
  readonly source: File | string;
  readonly onSource: (source: File | string) => void;
  readonly onCheck: () => void;
  readonly isBusy: boolean;
  readonly network: string;
  readonly onNetwork: (networkId: string) => void;
}

export function CaseInput({ source, onSource, onCheck, isBusy, network, onNetwork }: CaseInputProps) {
  const [hasText, setHasText] = useState(false);
  return (
    <Card title="Case">
      <div class="grid">
        <DropZone accept=".m,.raw,.json,.txt" disabled={isBusy} onFile={onSource}>
          MATPOWER (.m), PSS/E (.raw) or a network as JSON, at most 32 MB
          {typeof source !== 'string' && <>. Last: {source.name}</>}
        </DropZone>
        <div>
          <NetworkChoice label="Or a stored network" none="None" value={network} onValue={onNetwork} />
          <button type="button" aria-expanded={hasText} onClick={() => setHasText(!hasText)}>
            Paste a text
          </button>
        </div>
      </div>
      {hasText && <PastedCase source={source} onSource={onSource} onCheck={onCheck} isBusy={isBusy} />}
    </Card>
  );
}

function PastedCase({
  source,
  onSource,
  onCheck,
  isBusy,
}: Pick<CaseInputProps, 'source' | 'onSource' | 'onCheck' | 'isBusy'>) {
  const id = useId();
  const text = typeof source === 'string' ? source : '';
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        onCheck();
      }}
    >
      <label for={id}>Text of the case</label>
      <textarea
        id={id}
        value={text}
        spellcheck={false}
        onInput={({ currentTarget }) => onSource(currentTarget.value)}
      />
      <div>
        <button type="submit" class="primary" disabled={isBusy || text.trim() === ''}>
          Check
        </button>
      </div>
    </form>
  );
}
