/** Schedules of recurring runs: list, history and a form for a new one. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Badge, Card, Page, Time } from '../parts/elements.tsx';
import { FieldForm } from '../parts/field-form.tsx';
import { ActButton, Choice } from '../parts/form.tsx';
import { List, wholeList } from '../parts/list.tsx';
import { href, usePlace } from '../parts/router.ts';
import { get, post, remove } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';
import { useLoad, useRefresh } from '../parts/use-load.ts';

type Schedule = Reply<'getSchedules'>['schedules'][number];
type Entry = Reply<'getSchedulesByScheduleIdHistory'>['history'][number];

const AGAIN_MS = 5000;

export function Schedules() {
  const load = useLoad(async () => wholeList((await get('/api/schedules')).schedules), []);
  const [shown, setShown] = useState<Schedule>();
  useRefresh(load, AGAIN_MS);
  return (
    <Page title="Schedules">
      <Card>
        <List
          load={load}
          empty="No schedules yet. Make one below."
          caption="Your schedules"
          look="stacked"
          keyOf={({ schedule_id }) => schedule_id}
          columns={columnsOf(load.reload, setShown)}
        />
      </Card>
      {shown && <History key={shown.schedule_id} of={shown} />}
      <NewSchedule onMade={load.reload} />
    </Page>
  );
}

const pathOf = ({ schedule_id }: Schedule) => ({ params: { path: { schedule_id } } });

const columnsOf = (reload: () => void, show: (schedule?: Schedule) => void): readonly Column<Schedule>[] => [
  { head: 'Name', cell: ({ name }) => name },
  {
    head: 'Starts',
    cell: ({ solve, experiment }) =>
      solve
        ? `Solve of ${solve['scenario_id']}`
        : experiment
          ? `Experiment on ${experiment['base_scenario_id']}`
          : 'Run of a network',
  },
  {
    head: 'Times',
    cell: ({ cron, every_minutes, time_zone }) =>
      cron ? `${cron}, ${time_zone}` : `every ${every_minutes} min`,
  },
  { head: 'Next', cell: ({ note, next_times: [next] }) => note ?? <Time at={next} /> },
  { head: 'Last', cell: ({ last }) => (last ? <Outcome {...last} /> : '–') },
  {
    head: 'Action',
    cell: (schedule) => {
      const tell = (verb: 'pause' | 'unpause' | 'trigger') => async () => {
        await post(`/api/schedules/{schedule_id}/${verb}`, pathOf(schedule));
        reload();
      };
      return (
        <div class="actions">
          <ActButton
            text={schedule.paused ? 'Unpause' : 'Pause'}
            work={tell(schedule.paused ? 'unpause' : 'pause')}
          />
          <ActButton text="Start now" work={tell('trigger')} />
          <Button text="History" aria-label={`History of ${schedule.name}`} onClick={() => show(schedule)} />
          <ConfirmButton
            text="Delete"
            label={`Delete ${schedule.name}`}
            question={`Delete the schedule “${schedule.name}”?`}
            work={async () => {
              // The history is hidden first; otherwise it would be requested after the deletion.
              show();
              await remove('/api/schedules/{schedule_id}', pathOf(schedule));
              reload();
            }}
          >
            No further runs start. Past runs stay.
          </ConfirmButton>
        </div>
      );
    },
  },
];

const VIEWS = { job: 'jobs', experiment: 'experiments', run: 'runs' } as const;

/** Status of a run, with a link to the run; without a run, the reason why the due time was missed. */
const Outcome = ({ status, kind, run_id, reason }: Entry) =>
  kind && run_id ? (
    <a href={href(`/${VIEWS[kind]}/${run_id}`)}>
      <Badge text={status} />
    </a>
  ) : (
    <>
      <Badge text={status} /> {reason}
    </>
  );

function History({ of }: { readonly of: Schedule }) {
  const load = useLoad(
    async () => wholeList((await get('/api/schedules/{schedule_id}/history', pathOf(of))).history),
    [],
  );
  useRefresh(load, AGAIN_MS);
  return (
    <Card title={`History of ${of.name}`}>
      <List
        load={load}
        empty="Nothing started yet."
        caption={`Times of ${of.name}, newest first`}
        keyOf={({ scheduled_at }) => scheduled_at}
        columns={[
          { head: 'Time', cell: ({ scheduled_at }) => <Time at={scheduled_at} /> },
          { head: 'Run', cell: (entry) => <Outcome {...entry} /> },
        ]}
      />
    </Card>
  );
}

const OVERLAPS = [
  ['skip', 'skip'],
  ['buffer_one', 'run once after it'],
  ['buffer_all', 'run each after it'],
  ['allow_all', 'run in parallel'],
] as const;

const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, text: zone }));

type Scenario = Reply<'getScenarios'>['scenarios'][number];

const fieldsOf = (scenarios: readonly Scenario[]) =>
  [
    { name: 'name', label: 'Name', required: true },
    {
      name: 'scenario',
      label: 'Scenario',
      hint: 'Its id, such as demo-24h.',
      required: true,
      suggestions: scenarios.map(({ scenario_id, name }) => ({ value: scenario_id, text: name })),
    },
    { name: 'cron', label: 'Cron line', hint: 'Minute, hour, day, month, day of week.', required: true },
    {
      name: 'time_zone',
      label: 'Time zone',
      hint: 'Such as Europe/Berlin.',
      required: true,
      suggestions: ZONES,
    },
  ] as const;

function NewSchedule({ onMade }: { readonly onMade: () => void }) {
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>('skip');
  const { data: stored } = useLoad(() => get('/api/scenarios'), []);
  const { scenario = '' } = usePlace().query;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card title="New schedule">
      <FieldForm
        fields={fieldsOf(stored?.scenarios ?? [])}
        first={{ name: '', scenario, cron: '30 6 * * MON-FRI', time_zone: timeZone }}
        submit="Make the schedule"
        isRow
        clears
        work={async ({ scenario: id, ...times }) => {
          await post('/api/schedules', {
            body: { ...times, overlap, solve: { scenario_id: id.trim() } },
          });
          onMade();
        }}
        below={
          <Choice
            label="If the last run is still going"
            value={overlap}
            options={OVERLAPS}
            onValue={setOverlap}
          />
        }
      >
        <p>Solves the newest version of a scenario. Experiments and runs are scheduled by the API.</p>
      </FieldForm>
    </Card>
  );
}
