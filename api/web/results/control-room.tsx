/** Overview of a result: key figures, and panels for dispatch, prices and commitment that show the same hour. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Figure } from '../parts/elements.tsx';
import { count, energy, power } from '../parts/format.ts';
import { inPeriod, periods } from '../parts/interval.ts';
import { lmpText, placeText } from './price-words.ts';
import { Fields } from './result-data.tsx';
import {
  CASE_FIELDS,
  figuresOf,
  type Given,
  RESULT_FIELDS,
  type Room,
  roomOf,
  type Schedule,
} from './room.ts';
import { RoomPanels } from './room-panels.tsx';
import { groupingOf } from './sources.ts';
import type { Job, Kept } from './view.ts';
import { Why } from './why.tsx';

interface RoomProps {
  readonly job: Job;
  readonly kept: Kept | undefined;
  /** Figures of the whole result, shown before the figures of the hour. */
  readonly children: ComponentChildren;
}

export const ControlRoom = (props: RoomProps) => (
  <Fields jobId={props.job.job_id} result={RESULT_FIELDS} given={CASE_FIELDS}>
    {(schedule, given) => <Shown {...props} schedule={schedule} given={given} />}
  </Fields>
);

interface ShownProps extends RoomProps {
  readonly schedule: Schedule;
  readonly given: Given;
}

function Shown({ job, kept, schedule, given, children }: ShownProps) {
  const room = useMemo(() => roomOf(schedule, given), [schedule, given]);
  const figures = useMemo(
    () => figuresOf(room, schedule, given, kept?.hours ?? room.hours),
    [room, schedule, given, kept],
  );
  return (
    <>
      <dl class="figures">
        {children}
        <HourlyFigures {...figures} />
      </dl>
      {kept && (
        <p class="quiet">
          Cost and gap cover all {room.hours} {periods()}; the other figures cover the {kept.hours} kept ones.
        </p>
      )}
      {groupingOf(given) === 'cost' && (
        <p class="quiet">
          Most units have no fuel, so they are grouped by marginal cost, cheapest at the bottom.
        </p>
      )}
      <RoomPanels {...{ job, room, schedule, given, kept: kept?.hours }} label={inWords(room)} />
    </>
  );
}

type Figures = ReturnType<typeof figuresOf>;

function HourlyFigures({ mean, highest, load, unserved, curtailed, starts }: Figures) {
  return (
    <>
      {mean !== undefined && <Figure name="Mean price, by load" value={lmpText(mean)} />}
      {highest && (
        <Figure
          name="Highest price"
          value={
            <Why of={{ kind: 'price', name: highest.bus, hour: highest.hour }}>{lmpText(highest.usd)}</Why>
          }
          note={placeText(highest)}
        />
      )}
      <Figure name="Load" value={energy(load)} />
      {unserved > 0 && (
        <Figure name="Not served" value={<Why of={{ kind: 'unserved' }}>{energy(unserved)}</Why>} />
      )}
      {curtailed > 0 && <Figure name="Curtailed" value={energy(curtailed)} />}
      <Figure name="Starts" value={count(starts)} />
    </>
  );
}

function inWords({ layers, load }: Room): string {
  const [peak, least] = [load.indexOf(Math.max(...load)), load.indexOf(Math.min(...load))];
  const names = layers.map(({ name }) => name).join(', ');
  return `Dispatch, from the bottom: ${names}. Peak load ${power(load[peak])} ${inPeriod(peak)}, minimum ${power(load[least])} ${inPeriod(least)}. Prices below.`;
}
