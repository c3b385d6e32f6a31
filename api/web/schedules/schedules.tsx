/** Runs that start by themselves: when, what came of them, and a form for one more. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { ActionButton, Button } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Empty, Loaded, Page, ProblemNotice, Time } from '../parts/elements.tsx';
import { Choice, Field, Form, useAction } from '../parts/form.tsx';
import { href } from '../parts/router.ts';
import { get, post, remove } from '../parts/session.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad, useRefresh } from '../parts/use-load.ts';

type Schedule = Reply<'getSchedules'>['schedules'][number];
type Action = Reply<'getSchedulesByScheduleIdHistory'>['history'][number];

const AGAIN_MS = 10_000;
const MOST = 100;

export function Schedules() {
  const load = useLoad((signal) => get('/api/schedules', { params: { query: { limit: MOST } }, signal }), []);
  const [shown, setShown] = useState<Schedule>();
  useRefresh(load, AGAIN_MS);
  return (
    <Page title="Schedules">
      <Loaded load={load}>
        {({ schedules }) =>
          schedules.length > 0 ? (
            <Table
              caption="Your schedules"
              rows={schedules}
              keyOf={({ schedule_id }) => schedule_id}
              columns={columnsOf(load.reload, setShown)}
            />
          ) : (
            <Empty>Nothing starts by itself yet. Make a schedule below.</Empty>
          )
        }
      </Loaded>
      {shown && <History key={shown.schedule_id} of={shown} />}
      <NewSchedule onMade={load.reload} />
    </Page>
  );
}

const columnsOf = (reload: () => void, show: (schedule: Schedule) => void): readonly Column<Schedule>[] => [
  { head: 'Name', cell: ({ name }) => name },
  {
    head: 'Starts',
    cell: ({ solve, experiment }) => (solve ? 'a solve' : experiment ? 'an experiment' : 'a run'),
  },
  {
    head: 'Times',
    cell: ({ cron, every_minutes, time_zone }) =>
      cron ? `${cron.join(', ')} ${time_zone}` : `every ${every_minutes} min`,
  },
  {
    head: 'Next',
    cell: ({ paused, note, next_times }) => (paused ? (note ?? 'Paused') : <Time at={next_times[0]} />),
  },
  { head: 'Last', cell: ({ last }) => (last ? `${last.status} ${last.reason ?? ''}` : '–') },
  {
    head: 'Action',
    cell: (schedule) => (
      <div class="actions">
        <Tell schedule={schedule} verb={schedule.paused ? 'unpause' : 'pause'} onDone={reload} />
        <Tell schedule={schedule} verb="trigger" onDone={reload} />
        <Button text="History" aria-label={`History of ${schedule.name}`} onClick={() => show(schedule)} />
        <ConfirmButton
          text="Delete"
          label={`Delete ${schedule.name}`}
          question={`Delete the schedule “${schedule.name}”?`}
          work={async () => {
            await remove('/api/schedules/{schedule_id}', pathOf(schedule));
            reload();
          }}
        >
          It starts nothing more. What it has started stays.
        </ConfirmButton>
      </div>
    ),
  },
];

const pathOf = ({ schedule_id }: Schedule) => ({ params: { path: { schedule_id } } });
const WORDS = { pause: 'Pause', unpause: 'Go on', trigger: 'Start now' } as const;

interface TellProps {
  readonly schedule: Schedule;
  readonly verb: keyof typeof WORDS;
  readonly onDone: () => void;
}

function Tell({ schedule, verb, onDone }: TellProps) {
  const action = useAction(async () => {
    await post(`/api/schedules/{schedule_id}/${verb}`, pathOf(schedule));
    onDone();
  });
  return (
    <>
      <ActionButton {...action} text={WORDS[verb]} />
      {action.problem && <ProblemNotice problem={action.problem} />}
    </>
  );
}

const VIEWS = { job: 'jobs', experiment: 'experiments', execution: 'runs' } as const;

function History({ of }: { readonly of: Schedule }) {
  const load = useLoad(
    (signal) => get('/api/schedules/{schedule_id}/history', { ...pathOf(of), signal }),
    [],
  );
  useRefresh(load, AGAIN_MS);
  return (
    <Card title={`History of ${of.name}`}>
      <Loaded load={load}>
        {({ history }) =>
          history.length > 0 ? (
            <Table
              caption={`Times of ${of.name}, newest first`}
              rows={history}
              keyOf={({ scheduled_at }) => scheduled_at}
              columns={HISTORY}
            />
          ) : (
            <Empty>It has started nothing yet.</Empty>
          )
        }
      </Loaded>
    </Card>
  );
}

const HISTORY: readonly Column<Action>[] = [
  { head: 'Time', cell: ({ scheduled_at }) => <Time at={scheduled_at} /> },
  { head: 'Status', cell: ({ status }) => status },
  {
    head: 'Run',
    cell: ({ kind, run_id }) => (kind && run_id ? <a href={href(`/${VIEWS[kind]}/${run_id}`)}>Show</a> : '–'),
  },
  { head: 'Why', cell: ({ reason }) => reason ?? '' },
];

const OVERLAPS = [
  ['skip', 'skip the time'],
  ['buffer_one', 'start one run after it'],
  ['buffer_all', 'start each run after it'],
  ['allow_all', 'start beside it'],
] as const;

function NewSchedule({ onMade }: { readonly onMade: () => void }) {
  const [name, setName] = useState('');
  const [scenario, setScenario] = useState('');
  const [cron, setCron] = useState('30 6 * * MON-FRI');
  const [zone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>('skip');
  const make = useAction(async () => {
    const times = { cron: [cron.trim()], time_zone: zone.trim(), overlap };
    await post('/api/schedules', {
      body: { name: name.trim(), ...times, solve: { scenario_id: scenario.trim() } },
    });
    setName('');
    onMade();
  });
  return (
    <Card title="New schedule">
      <p>Solves the newest version of a scenario. Experiments and runs are scheduled by the API.</p>
      <Form action={make} submit="Make the schedule">
        <div class="fields">
          <Field label="Name" value={name} onValue={setName} error={make.errorOf('name')} required />
          <Field
            label="Scenario"
            value={scenario}
            onValue={setScenario}
            hint="Its id, such as demo-24h."
            required
          />
          <Field
            label="Cron line"
            value={cron}
            onValue={setCron}
            hint="Minute, hour, day of month, month, day of week."
            error={make.errorOf('cron') ?? make.errorOf('cron.0')}
            required
          />
          <Field
            label="Time zone"
            value={zone}
            onValue={setZone}
            error={make.errorOf('time_zone')}
            required
          />
          <Choice label="If the run before is open" value={overlap} options={OVERLAPS} onValue={setOverlap} />
        </div>
      </Form>
    </Card>
  );
}
