/**
 * Source of the case: a scenario, or a file that the user drops or pastes. A file in a foreign format is imported
 * first.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import type { FileFormat } from '../../client/file-format.ts';
import { newId } from '../../client/runs.ts';
import { ActionButton } from '../parts/button.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Card, Notice, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Choice, Field, useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { ImportReport } from '../parts/import-report.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { get, post } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { disarm, idFrom, openFile } from './draft.ts';

const MB = 1024 * 1024;
/** Largest file that the server accepts, MB. */
const MOST_MB = 32;

/** State of the last file. `isNetwork`: true for a table or a folder of a network. */
type FileState =
  | { readonly reading: string }
  | { readonly refused: string; readonly isNetwork: boolean }
  | { readonly foreign: ImportProps };

const NETWORK_FILE = /\.(?:csv|raw|zip)$/i;
/** Pattern of the message that browsers give if a folder is read as a file. */
const FOLDER = /could not be (?:found|read)|not found/i;

export function SourceCard() {
  const [fileState, setFileState] = useState<FileState>();
  const refuse = (title: string, reason: string): void =>
    setFileState({
      refused: `${title}${reason}`,
      isNetwork: NETWORK_FILE.test(title) || FOLDER.test(reason),
    });
  const give = async (file: Blob, title: string): Promise<void> => {
    const isLast = disarm();
    // Query parameters that remove the previous case from the address.
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
      refuse(title, ` has ${size}; the server accepts at most ${MOST_MB} MB.`);
      return;
    }
    setFileState({ reading: title });
    try {
      const format = await openFile(file, title, isLast);
      if (isLast()) setFileState(format && { foreign: { file, title, format } });
    } catch (error) {
      if (isLast()) refuse(title, `: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  useDropAnywhere(give);
  return (
    <Card title="Choose a case">
      <div class="beside">
        <DropZone onFile={(file) => void give(file, file.name)}>
          Anywhere on this page, or paste a case. A payload of this service, pglib-uc, UnitCommitment.jl or
          MATPOWER, plain or gzipped, at most {MOST_MB} MB
        </DropZone>
        <ScenarioChoice onChoose={() => setFileState(undefined)} />
      </div>
      {fileState && 'reading' in fileState && <Spinner label={`Reading ${fileState.reading}`} />}
      {fileState && 'refused' in fileState && (
        <Notice tone="bad">
          {fileState.refused}{' '}
          {fileState.isNetwork && (
            <>
              Import a network as a zip of its tables: <a href={href('/networks')}>Networks</a>
            </>
          )}
        </Notice>
      )}
      {fileState && 'foreign' in fileState && <Import key={fileState.foreign.file} {...fileState.foreign} />}
    </Card>
  );
}

/** Takes files and text that the user drops or pastes outside of fields. */
function useDropAnywhere(give: (file: Blob, title: string) => Promise<void>): void {
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
    return (await get('/api/scenarios', { params, signal })).scenarios;
  }, []);
  const options = scenarios.map(
    ({ scenario_id, name, owner }) => [scenario_id, owner === null ? `${name} (shared)` : name] as const,
  );
  return (
    <Choice
      label="Or start from a scenario"
      value={query['scenario'] ?? ''}
      options={[['', 'Choose a scenario'], ...options]}
      onValue={(scenario) => {
        onChoose();
        setQuery({ scenario, job: undefined, list: undefined, at: undefined });
      }}
    />
  );
}

const FORMATS = {
  'pglib-uc': 'a pglib-uc',
  'unitcommitment-jl': 'a UnitCommitment.jl',
  matpower: 'a MATPOWER',
} as const;

interface ImportProps {
  readonly file: Blob;
  readonly title: string;
  readonly format: Exclude<FileFormat, 'service'>;
}

type Imported = Reply<'postScenariosImport', 201>;

/** Imports a file as soon as this component appears. */
function Import({ file, title, format }: ImportProps) {
  const [profile, setProfile] = useState('');
  const [imported, setImported] = useState<Imported>();
  const isGone = useRef(false);
  const action = useAction(async () => {
    const scenario = await importFile(file, { format, title, profile });
    // The user may have opened another case in the meantime.
    if (isGone.current) return;
    setImported(scenario);
    setQuery({ scenario: scenario.scenario_id });
  });
  useEffect(() => {
    action.run();
    return () => {
      isGone.current = true;
    };
  }, []);
  return (
    <section aria-label={`Import of ${title}`}>
      <p>
        {title} is {FORMATS[format]} file. Importing it as your scenario.
      </p>
      {action.isBusy && <Spinner label={`Importing ${title}`} />}
      {action.problem && <ProblemNotice problem={action.problem} retry={action.run} />}
      {imported && <ImportReport report={imported.report} done="Imported" />}
      {format === 'matpower' && (
        <>
          <Field
            label="Load by hour, multiple of the file's"
            value={profile}
            onValue={setProfile}
            placeholder="0.8, 1, 0.9"
            hint="A MATPOWER case is one hour; list factors for more hours"
          />
          <ActionButton {...action} text="Import with these hours" />
        </>
      )}
    </section>
  );
}

interface ImportOptions {
  readonly format: ImportProps['format'];
  readonly title: string;
  readonly profile: string;
}

function importFile(file: Blob, { format, title, profile }: ImportOptions): Promise<Imported> {
  const query = {
    format,
    scenario_id: newId(idFrom(title)),
    name: title.slice(0, 200),
    ...(profile.trim() && { load_profile: profile }),
  };
  return post('/api/scenarios/import', {
    params: { query },
    headers: { 'Content-Type': 'application/octet-stream' },
    body: '',
    bodySerializer: () => file,
  });
}
