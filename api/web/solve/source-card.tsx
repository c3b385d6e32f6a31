/** Where the case comes from: a file that is dropped or pasted anywhere on the page, or a scenario. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { Card, Notice, Spinner } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { disarm, openFile } from './draft.ts';
import { Import, type ImportProps } from './import.tsx';

const MB = 1024 * 1024;
/** What the server takes. */
const MOST_MB = 32;

/** What became of the file that was given last. `isNetwork`: a table of one, or a folder with them. */
type Given =
  | { readonly reading: string }
  | { readonly refused: string; readonly isNetwork: boolean }
  | { readonly foreign: ImportProps };

const NETWORK_FILE = /\.(?:csv|raw|zip)$/i;
/** What browsers say when a folder is read as a file. */
const FOLDER = /could not be (?:found|read)|not found/i;

export function SourceCard() {
  const [given, setGiven] = useState<Given>();
  const refuse = (title: string, reason: string): void =>
    setGiven({ refused: `${title}${reason}`, isNetwork: NETWORK_FILE.test(title) || FOLDER.test(reason) });
  const give = async (file: Blob, title: string): Promise<void> => {
    const isLast = disarm();
    // The address must not go on to name another case.
    const nothing = {
      scenario: undefined,
      job: undefined,
      list: undefined,
      offset: undefined,
      at: undefined,
    };
    setQuery(nothing, { replace: true });
    if (file.size > MOST_MB * MB) {
      const size = `${count(file.size / MB)} MB`;
      refuse(title, ` has ${size}; the server takes at most ${MOST_MB} MB. It was not read.`);
      return;
    }
    setGiven({ reading: title });
    try {
      const format = await openFile(file, title, isLast);
      if (isLast()) setGiven(format && { foreign: { file, title, format } });
    } catch (error) {
      if (isLast()) refuse(title, `: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  useGivenAnywhere(give);
  return (
    <Card title="Choose a case">
      <div class="beside">
        <DropZone onFile={(file) => void give(file, file.name)}>
          Anywhere on this page, or paste a case. A payload of this service, pglib-uc, UnitCommitment.jl or
          MATPOWER, plain or gzipped, at most {MOST_MB} MB
        </DropZone>
        <ScenarioChoice onChoose={() => setGiven(undefined)} />
      </div>
      {given && 'reading' in given && <Spinner label={`Reading ${given.reading}`} />}
      {given && 'refused' in given && (
        <Notice tone="bad">
          {given.refused}{' '}
          {given.isNetwork && (
            <>
              A network is imported as one zip of its tables: <a href={href('/runs/new')}>New run</a>
            </>
          )}
        </Notice>
      )}
      {given && 'foreign' in given && <Import key={given.foreign.file} {...given.foreign} />}
    </Card>
  );
}

/** Files that are dropped or pasted beside the fields, and text that is pasted there. */
function useGivenAnywhere(give: (file: Blob, title: string) => Promise<void>): void {
  const latest = useRef(give);
  latest.current = give;
  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (event.type === 'drop' && file) void latest.current(file, file.name);
    };
    const onPaste = ({ target, clipboardData }: ClipboardEvent): void => {
      const [file] = clipboardData?.files ?? [];
      const text = clipboardData?.getData('text') ?? '';
      if (file) void latest.current(file, file.name);
      else if (text.trim() && !(target instanceof Element && target.matches('input, textarea')))
        void latest.current(new Blob([text]), 'pasted case');
    };
    const gone = new AbortController();
    addEventListener('dragover', onDrag, gone);
    addEventListener('drop', onDrag, gone);
    addEventListener('paste', onPaste, gone);
    return () => gone.abort();
  }, []);
}

function ScenarioChoice({ onChoose }: { readonly onChoose: () => void }) {
  const { query } = usePlace();
  const { data: scenarios = [] } = useLoad(async (signal) => {
    const params = { query: { limit: 100 } };
    return (await data(api.GET('/api/scenarios', { params, signal }))).scenarios;
  }, []);
  const known = scenarios.map(
    ({ scenario_id, name, owner }) => [scenario_id, owner === null ? `${name} (shared)` : name] as const,
  );
  return (
    <Choice
      label="Or begin with a scenario"
      value={query['scenario'] ?? ''}
      options={[['', 'Choose a scenario'], ...known]}
      onValue={(scenario) => {
        onChoose();
        setQuery({ scenario, job: undefined, list: undefined, at: undefined });
      }}
    />
  );
}
