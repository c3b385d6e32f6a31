/** New solve: the user chooses a case, sees findings, changes the case and submits it. */
import { Badge, Card, Page, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Fields } from '../parts/field-form.tsx';
import { Fold } from '../parts/fold.tsx';
import { Check, Choice } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { useStore } from '../parts/store.ts';
import { PAGE_ROWS } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { callCase } from './case.ts';
import { CaseEditor } from './case-editor.tsx';
import { CasePicture } from './case-picture.tsx';
import { changeForm, type Draft, draft, openJob, openScenario, type SolveForm } from './draft.ts';
import { elementOf, grouped, type Mark } from './marks.ts';
import { SolveBar, useCheck } from './solve-bar.tsx';
import { SourceCard } from './source-card.tsx';

export function SolvePage() {
  const { query } = usePlace();
  const current = useStore(draft);
  const { scenario, job, type, element } = query;
  const opening = useLoad(async () => {
    if (scenario && draft.get()?.source !== `scenario ${scenario}`) await openScenario(scenario);
    if (job && draft.get()?.source !== `job ${job}`) await openJob(job);
    if (type && element) await jump(type, element);
  }, [scenario, job, type, element]);
  return (
    <Page title="New solve">
      <SourceCard />
      {opening.problem && <ProblemNotice problem={opening.problem} retry={opening.reload} />}
      {opening.isLoading && (scenario || job) && <Spinner label="Reading the case" />}
      {current && <Prepared key={current.source} current={current} />}
    </Page>
  );
}

/** Goes to the element given in the address. */
async function jump(type: string, id: string): Promise<void> {
  const element = elementOf({ element_type: type, element_id: id });
  if (!element) return;
  const [index = -1] = await callCase('locate', [element]);
  if (index >= 0) showElement(element.list, index);
}

export const showElement = (list: string, index: number): void =>
  setQuery(
    { list, at: index, offset: index - (index % PAGE_ROWS), type: undefined, element: undefined },
    { replace: true },
  );

function Prepared({ current }: { readonly current: Draft }) {
  const check = useCheck(current);
  const marks = check.data?.marks ?? [];
  const { list, at } = usePlace().query;
  return (
    <>
      <Card title="The case">
        <CasePicture outline={current.outline} />
      </Card>
      <Findings marks={marks} onShow={showElement} />
      <Fold title="Units, loads and lines" opensAt={list && `${list} ${at}`}>
        <CaseEditor current={current} marks={marks} />
      </Fold>
      <Fold title="More options">
        <Options form={current.form} marks={marks} />
      </Fold>
      <SolveBar current={current} check={check} />
    </>
  );
}

/** Number of findings above which the rest are collapsed. */
const MOST = 5;
const MOST_IN_ALL = 100;

interface FindingsProps {
  readonly marks: readonly Mark[];
  readonly onShow: (list: string, index: number) => void;
}

function Findings({ marks, onShow }: FindingsProps) {
  const groups = grouped(marks);
  if (groups.length === 0) return null;
  return (
    <Card title="Findings">
      <Groups groups={groups.slice(0, MOST)} onShow={onShow} />
      {groups.length > MOST && (
        <details>
          <summary>{count(groups.length - MOST)} more</summary>
          <Groups groups={groups.slice(MOST, MOST_IN_ALL)} onShow={onShow} />
          {groups.length > MOST_IN_ALL && <p>And {count(groups.length - MOST_IN_ALL)} more, not listed.</p>}
        </details>
      )}
    </Card>
  );
}

const Groups = ({
  groups,
  onShow,
}: { readonly groups: ReturnType<typeof grouped> } & Pick<FindingsProps, 'onShow'>) => (
  <ul class="rows">
    {groups.map((group) => (
      <li key={group[0]?.about}>
        <div>
          {group.map(({ severity, about, message }) => (
            <div key={message}>
              <Badge text={severity} /> <strong>{about}</strong>: {message}
            </div>
          ))}
        </div>
        {group.slice(0, 1).map(
          ({ about, list, index }) =>
            list !== undefined &&
            index !== undefined && (
              <button
                key={about}
                type="button"
                onClick={() => onShow(list, index)}
                aria-label={`Show ${about}`}
              >
                Show
              </button>
            ),
        )}
      </li>
    ))}
  </ul>
);

/** Fields for options of the solve; the server's default applies to an empty field. */
const KEPT_AND_GAP = [
  { name: 'scenario_id', label: 'Scenario', hint: 'Id that the case is stored under' },
  {
    name: 'mip_gap',
    label: 'Gap',
    type: 'number',
    min: 0,
    max: 1,
    step: 'any',
    placeholder: '0.001',
    hint: 'Gap at which the search stops; 0.001 = 0.1 %',
  },
] as const;

const PRICE_AND_SEED = [
  {
    name: 'unserved_energy_usd_per_mwh',
    label: 'Price of load not served, $/MWh',
    type: 'number',
    min: 0,
    step: 'any',
    hint: 'Empty: all load must be served',
  },
  { name: 'random_seed', label: 'Random seed', type: 'number', min: 0 },
] as const;

const SOLVERS = [
  ['', 'default'],
  ['highs', 'HiGHS'],
  ['cbc', 'CBC'],
  ['gurobi', 'Gurobi'],
  ['cplex', 'CPLEX'],
] as const;

function Options({ form, marks }: { readonly form: SolveForm; readonly marks: readonly Mark[] }) {
  const part = {
    values: form,
    errorOf: (name: string) => marks.find(({ about }) => about.replace(/^options\./, '') === name)?.message,
    set: (name: string, text: string) => changeForm({ [name]: text }),
  };
  return (
    <Card>
      <div class="fields">
        <Fields {...part} fields={KEPT_AND_GAP} />
        <Choice
          label="Solver"
          value={form.solver}
          options={SOLVERS}
          onValue={(solver) => changeForm({ solver })}
        />
        <Fields {...part} fields={PRICE_AND_SEED} />
      </div>
      <Check
        label="Model transmission losses"
        isOn={form.losses}
        onChange={(losses) => changeForm({ losses })}
      />
      {form.type === 'ed' && (
        <Check
          label="Enforce line ratings"
          isOn={form.network}
          onChange={(network) => changeForm({ network })}
        />
      )}
    </Card>
  );
}
