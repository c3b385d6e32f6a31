/** Where the case comes from: a scenario, or a file that is dropped or pasted anywhere; a foreign one is imported first. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import type { FileFormat } from '../../client/file-format.ts';
import { newId } from '../../client/runs.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { Card, Notice, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { ActionButton, Choice, Field, useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { ImportReport } from '../parts/import-report.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { disarm, idFrom, openFile } from './draft.ts';

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
              A network is imported as one zip of its tables: <a href={href('/networks')}>Networks</a>
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

/** Begins at once. */
function Import({ file, title, format }: ImportProps) {
  const [profile, setProfile] = useState('');
  const [imported, setImported] = useState<Imported>();
  const isGone = useRef(false);
  const action = useAction(async () => {
    const scenario = await importFile(file, { format, title, profile });
    // Another case may have been given meanwhile.
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
        {title} is {FORMATS[format]} file; it becomes a scenario of yours, which can be changed and solved.
      </p>
      {action.isBusy && <Spinner label={`Importing ${title}`} />}
      {action.problem && <ProblemNotice problem={action.problem} retry={action.run} />}
      {imported && <ImportReport report={imported.report} done="Imported" />}
      {format === 'matpower' && (
        <>
          <Field
            label="Load by hour, as a multiple of the file's"
            value={profile}
            onValue={setProfile}
            placeholder="0.8, 1, 0.9"
            hint="A MATPOWER case is one hour; numbers with commas make more of them"
          />
          <ActionButton {...action} text="Import with these hours" />
        </>
      )}
    </section>
  );
}

interface Asked {
  readonly format: ImportProps['format'];
  readonly title: string;
  readonly profile: string;
}

function importFile(file: Blob, { format, title, profile }: Asked): Promise<Imported> {
  const query = {
    format,
    scenario_id: newId(idFrom(title)),
    name: title.slice(0, 200),
    ...(profile.trim() && { load_profile: profile }),
  };
  return data(
    api.POST('/api/scenarios/import', {
      params: { query },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: '',
      bodySerializer: () => file,
    }),
  );
}
