/** A new solve: choose a case, see what speaks against it, change it, submit it. */
import { Card, Page, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { setQuery, usePlace } from '../parts/router.ts';
import { useStore } from '../parts/store.ts';
import { PAGE_ROWS } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { callCase } from './case.ts';
import { CaseEditor } from './case-editor.tsx';
import { CasePicture } from './case-picture.tsx';
import { type Draft, draft, openJob, openScenario } from './draft.ts';
import { Findings } from './findings.tsx';
import { elementOf } from './marks.ts';
import { Options } from './options.tsx';
import { SolveBar } from './solve-bar.tsx';
import { SourceCard } from './source-card.tsx';
import { useCheck } from './use-check.ts';

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

/** To the element that the address names. */
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
