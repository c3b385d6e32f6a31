/** Causes of infeasibility, and the smallest repair. */
import { repairText, unitOf } from '../../client/repair-words.ts';
import { ActionButton } from '../parts/button.tsx';
import { Badge, Card, Empty, ProblemNotice } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { plain, power } from '../parts/format.ts';
import { isGuest } from '../parts/guest.ts';
import { capitalized, named, period, periodCell } from '../parts/interval.ts';
import { go, href } from '../parts/router.ts';
import { useSubmissionKey } from '../parts/submission-key.ts';
import { submitRepair } from '../parts/submit-solve.ts';
import { type Column, Table } from '../parts/table.tsx';
import type { ResultViewProps, Summary } from '../results/view.ts';

type Infeasibility = NonNullable<Summary['infeasibility']>;
type Cause = Infeasibility['causes'][number];
type Repair = Infeasibility['repair'][number];

export function InfeasibleView({ job, summary: { infeasibility } }: ResultViewProps) {
  if (!infeasibility) return null;
  return (
    <>
      <Card
        title="Causes of infeasibility"
        actions={
          <a class="button" href={href('/solve', { job: job.job_id })}>
            Change the case
          </a>
        }
      >
        <Table
          caption="Causes"
          keyOf={({ code, element_id, hour }) => `${code} ${element_id} ${hour}`}
          rows={infeasibility.causes}
          columns={[
            { head: 'Cause', cell: ({ message }) => <span class="sentence">{named(message)}</span> },
            ...placeColumns(job.job_id),
            { head: 'Short by', isNumber: true, cell: ({ shortfall_mw }) => power(shortfall_mw) },
          ]}
        />
      </Card>
      <RepairCard job={job} {...infeasibility} />
    </>
  );
}

const placeColumns = (jobId: string): readonly Column<Cause | Repair>[] => [
  { head: 'Element', cell: (place) => <ElementChip jobId={jobId} place={place} /> },
  {
    head: capitalized(period()),
    isNumber: true,
    cell: ({ hour }) => (hour === null ? 'all' : periodCell(hour)),
  },
];

/** Link to the element in the tables of the case. */
function ElementChip({ jobId, place }: { readonly jobId: string; readonly place: Cause | Repair }) {
  const { element_type, element_id } = place;
  if (element_id === null) return <Badge text={`whole ${element_type}`} tone="warning" />;
  return (
    <a class="badge warning" href={href('/solve', { job: jobId, type: element_type, element: element_id })}>
      {element_type} {element_id}
    </a>
  );
}

type RepairProps = Pick<Infeasibility, 'repair' | 'repair_cost'> & Pick<ResultViewProps, 'job'>;

function RepairCard({ job, repair, repair_cost }: RepairProps) {
  const key = useSubmissionKey();
  const solve = async (isVersion: boolean): Promise<void> => {
    const handle = await key.use((idempotencyKey) => submitRepair(job.job_id, isVersion, idempotencyKey));
    go(`/jobs/${handle.job_id}`);
  };
  const submit = useAction(() => solve(false));
  const save = useAction(() => solve(true));
  return (
    <Card title="Smallest repair">
      {repair.length === 0 ? (
        <Empty>No repair was found.</Empty>
      ) : (
        <>
          <p>
            {repair.length === 1 ? 'This change makes' : `These ${repair.length} changes make`} the case
            feasible
            {repair.length > 1 && `; their sum is ${plain(repair_cost)}`}.
            {!isGuest && ' The scenario does not change unless you save the repair.'}
          </p>
          <Table
            caption="Changes of the repair"
            keyOf={({ element_type, element_id, field, hour }) =>
              [element_type, element_id, field, hour].join(' ')
            }
            rows={repair}
            columns={[
              { head: 'Change', cell: (change) => <span class="sentence">{repairText(change)}</span> },
              ...placeColumns(job.job_id),
              { head: 'From', isNumber: true, cell: ({ from, field }) => `${plain(from)} ${unitOf(field)}` },
              { head: 'To', isNumber: true, cell: ({ to, field }) => `${plain(to)} ${unitOf(field)}` },
            ]}
          />
          {!isGuest && (
            <div class="buttons">
              <ActionButton {...submit} text="Solve with this repair" look="primary" />
              {!job.part_of && <ActionButton {...save} text="Solve and save as a new version" />}
            </div>
          )}
          {submit.problem && <ProblemNotice problem={submit.problem} />}
          {save.problem && <ProblemNotice problem={save.problem} />}
        </>
      )}
    </Card>
  );
}
