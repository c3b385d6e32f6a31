/** Where the case comes from: a file, a scenario, or what was pasted. */
import { useId, useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import type { FileFormat } from '../../client/file-format.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { Card, Notice, Spinner } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { discardDraft, openFile } from './draft.ts';
import { ImportForm } from './import-form.tsx';

const MB = 1024 * 1024;
/** What the server takes. */
const MOST_MB = 32;

interface Foreign {
  readonly file: Blob;
  readonly title: string;
  readonly format: Exclude<FileFormat, 'service'>;
}

/** What became of the file that was given last. */
type Given = { readonly reading: string } | { readonly refused: string } | { readonly foreign: Foreign };

export function SourceCard() {
  const [given, setGiven] = useState<Given>();
  const give = async (file: Blob, title: string): Promise<void> => {
    discardDraft();
    // The address must not go on to name another case.
    setQuery({ scenario: undefined, job: undefined, list: undefined, offset: undefined }, { replace: true });
    if (file.size > MOST_MB * MB) {
      const size = `${count(file.size / MB)} MB`;
      setGiven({ refused: `${title} has ${size}; the server takes at most ${MOST_MB} MB. It was not read.` });
      return;
    }
    setGiven({ reading: title });
    try {
      const format = await openFile(file, title);
      setGiven(format && { foreign: { file, title, format } });
    } catch (error) {
      setGiven({ refused: `${title}: ${error instanceof Error ? error.message : String(error)}` });
    }
  };
  return (
    <Card title="Choose a case">
      <DropZone onFile={(file) => void give(file, file.name)}>
        A payload of this service, pglib-uc, UnitCommitment.jl or MATPOWER, plain or gzipped, at most{' '}
        {MOST_MB} MB
      </DropZone>
      {given && 'reading' in given && <Spinner label={`Reading ${given.reading}`} />}
      {given && 'refused' in given && <Notice tone="bad">{given.refused}</Notice>}
      {given && 'foreign' in given && <ImportForm key={given.foreign.title} {...given.foreign} />}
      <div class="fields">
        <ScenarioChoice />
      </div>
      <details>
        <summary>Paste a case</summary>
        <Paste onText={(text) => void give(new Blob([text]), 'pasted case')} />
      </details>
    </Card>
  );
}

function ScenarioChoice() {
  const { query } = usePlace();
  const id = useId();
  const { data: scenarios = [] } = useLoad(async (signal) => {
    const params = { query: { limit: 100 } };
    return (await data(api.GET('/api/scenarios', { params, signal }))).scenarios;
  }, []);
  const group = (label: string, isShared: boolean) => {
    const members = scenarios.filter(({ owner }) => (owner === null) === isShared);
    return (
      members.length > 0 && (
        <optgroup label={label}>
          {members.map(({ scenario_id, name }) => (
            <option key={scenario_id} value={scenario_id}>
              {name}
            </option>
          ))}
        </optgroup>
      )
    );
  };
  return (
    <div class="field">
      <label for={id}>Or begin with a scenario</label>
      <select
        id={id}
        value={query['scenario'] ?? ''}
        onChange={({ currentTarget }) =>
          setQuery({ scenario: currentTarget.value, job: undefined, list: undefined })
        }
      >
        <option value="">Choose a scenario</option>
        {group('Yours', false)}
        {group('Shared', true)}
      </select>
    </div>
  );
}

function Paste({ onText }: { readonly onText: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onText(text);
      }}
    >
      <textarea
        aria-label="The case as text"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" disabled={text.trim() === ''}>
        Use this
      </button>
    </form>
  );
}
