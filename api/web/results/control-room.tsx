/** One screen for a result: its figures, and panels that share one hour: dispatch, prices, commitment. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Figure } from '../parts/elements.tsx';
import { count, energy, power, price } from '../parts/format.ts';
import { intervalHours, periodName } from '../parts/interval.ts';
import { usePlace } from '../parts/router.ts';
import { busName } from './at-hour.tsx';
import { sum } from './matrix.ts';
import { Fields } from './result-data.tsx';
import {
  CASE_FIELDS,
  dearest,
  type Given,
  meanPrice,
  RESULT_FIELDS,
  type Room,
  roomOf,
  type Schedule,
} from './room.ts';
import { groupingOf, RoomPanels } from './room-panels.tsx';
import type { Job } from './view.ts';
import { Why } from './why.tsx';

interface RoomProps {
  readonly job: Job;
  /** Figures of the whole result; those of the hours follow. */
  readonly children: ComponentChildren;
}

export const ControlRoom = ({ job, children }: RoomProps) => (
  <Fields jobId={job.job_id} result={RESULT_FIELDS} given={CASE_FIELDS}>
    {(schedule, given) => (
      <Shown job={job} schedule={schedule} given={given}>
        {children}
      </Shown>
    )}
  </Fields>
);

interface ShownProps extends RoomProps {
  readonly schedule: Schedule;
  readonly given: Given;
}

function Shown({ job, schedule, given, children }: ShownProps) {
  const { query } = usePlace();
  const by = groupingOf(query, given);
  const room = useMemo(() => roomOf(schedule, given, by), [schedule, given, by]);
  return (
    <>
      <dl class="figures">
        {children}
        <HourlyFigures room={room} />
      </dl>
      {by === 'cost' && !query['by'] && (
        <p class="quiet">
          Most units name no fuel. They are put together by what their energy costs, the cheapest at the
          bottom.
        </p>
      )}
      <RoomPanels job={job} room={room} schedule={schedule} given={given} label={inWords(room)} />
    </>
  );
}

function HourlyFigures({ room }: { readonly room: Room }) {
  const { prices, load, unserved, curtailed, starts } = room;
  const mwh = (values: Float64Array): number => sum(values) * intervalHours();
  const top = prices && dearest(prices);
  return (
    <>
      {prices && <Figure name="Mean price" value={price(meanPrice(prices, load))} />}
      {top && (
        <Figure
          name="Highest price"
          value={<Why of={{ kind: 'price', name: top.bus, hour: top.hour }}>{price(top.price)}</Why>}
          note={`${busName(top.bus)}, ${periodName(top.hour)}`}
        />
      )}
      <Figure name="Load" value={energy(mwh(load))} />
      {mwh(unserved) > 0 && (
        <Figure name="Not served" value={<Why of={{ kind: 'unserved' }}>{energy(mwh(unserved))}</Why>} />
      )}
      {mwh(curtailed) > 0 && <Figure name="Curtailed" value={energy(mwh(curtailed))} />}
      <Figure name="Starts" value={count(starts)} />
    </>
  );
}

function inWords({ layers, load, prices }: Room): string {
  const [peak, least] = [load.indexOf(Math.max(...load)), load.indexOf(Math.min(...load))];
  const top = prices && dearest(prices);
  const names = layers.map(({ name }) => name).join(', ');
  return `Dispatch, from the bottom ${names}. The load is largest in ${periodName(peak)} with ${power(load[peak])} and smallest in ${periodName(least)} with ${power(load[least])}.${top ? ` Prices below; the highest is ${price(top.price)} at ${busName(top.bus)} in ${periodName(top.hour)}.` : ''}`;
}
