/** One screen for a result: its figures, and panels that share one hour: dispatch, prices, commitment. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Figure } from '../parts/elements.tsx';
import { count, energy, power } from '../parts/format.ts';
import { periodName, periods } from '../parts/interval.ts';
import { usePlace } from '../parts/router.ts';
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
import { groupingOf, RoomPanels } from './room-panels.tsx';
import type { Job, Kept } from './view.ts';
import { Why } from './why.tsx';

interface RoomProps {
  readonly job: Job;
  readonly kept: Kept | undefined;
  /** Figures of the whole result; those of the hours follow. */
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
  const { query } = usePlace();
  const by = groupingOf(query, given);
  const room = useMemo(() => roomOf(schedule, given, by), [schedule, given, by]);
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
          Cost and gap are of all {room.hours} {periods()}; the other figures of the first {kept.hours}, which
          are kept.
        </p>
      )}
      {by === 'cost' && !query['by'] && (
        <p class="quiet">
          Most units have no fuel, so they are grouped by marginal cost, cheapest at the bottom.
        </p>
      )}
      <RoomPanels {...{ job, room, schedule, given, kept: kept?.hours }} label={inWords(room, figures)} />
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

function inWords({ layers, load }: Room, { highest }: Figures): string {
  const [peak, least] = [load.indexOf(Math.max(...load)), load.indexOf(Math.min(...load))];
  const names = layers.map(({ name }) => name).join(', ');
  return `Dispatch, from the bottom ${names}. The load is largest in ${periodName(peak)} with ${power(load[peak])} and smallest in ${periodName(least)} with ${power(load[least])}.${highest ? ` Prices below; the highest is ${lmpText(highest.usd)}: ${placeText(highest)}.` : ''}`;
}
