/**
 * Panels of the control room, which show the same hours. Hovering over an hour selects it in all panels, a click or a
 * key keeps it in the address, and dragging zooms.
 */
import type { TargetedMouseEvent } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { type ColorScale, stopsOf } from '../charts/color-scale.ts';
import { LEFT, type Span } from '../charts/heat-cells.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { Button } from '../parts/button.tsx';
import { percent } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { useStore } from '../parts/store.ts';
import { type Theme, theme } from '../parts/theme.ts';
import { AtHour } from './at-hour.tsx';
import { HourPlayer, usePlayer } from './hour-slider.tsx';
import { Moments } from './moments.tsx';
import { NetworkPanel } from './network-hour.tsx';
import type { Given, Room, Schedule } from './room.ts';
import { between, closer, spanOf, spanText, within } from './room.ts';
import { CHART_HEIGHT, roomOption } from './room-chart.ts';
import { groupingOf, groupsOf, shareOf, unitRows } from './sources.ts';
import type { Job } from './view.ts';

interface PanelsProps {
  readonly job: Job;
  readonly room: Room;
  readonly schedule: Schedule;
  readonly given: Given;
  /** Number of kept hours; undefined if all hours are kept. */
  readonly kept: number | undefined;
  /** Description of the chart. */
  readonly label: string;
}

const show = (query: Parameters<typeof setQuery>[0]): void => setQuery(query, { replace: true });

export function RoomPanels({ job, room, schedule, given, kept, label }: PanelsProps) {
  const { query } = usePlace();
  const { hours } = room;
  const { from, to } = spanOf(query['range'], hours);
  const span = useMemo(() => ({ from, to }), [from, to]);
  const isZoomed = to - from < hours;
  // Zooming adds a history entry, so that Back undoes it.
  const showSpan = (next?: Span): void => setQuery({ range: next && spanText(next, hours) });
  const showAll = (): void => {
    if (isZoomed) showSpan();
  };
  const { hour: pinned, player } = usePlayer(hours, room.first, span, {
    '+': () => showSpan(closer(span, pinned)),
    '-': showAll,
  });
  const [pointed, setPointed] = useState<number>();
  const [drag, setDrag] = useState<readonly [from: number, to: number]>();
  // After a key press, the hour at a resting mouse pointer is no longer selected.
  useEffect(() => setPointed(undefined), [pinned]);
  const hour = within(pointed ?? pinned, span);
  const option = useMemo(() => roomOption(room, span), [room, span]);
  const units = useMemo(
    () => unitRows(schedule, given.generators, groupsOf(given, groupingOf(given))),
    [schedule, given],
  );
  const chosen = units.names.indexOf(query['unit'] ?? '');
  const colors = useStore(theme);
  const shareAt = (edge: number): string => String((edge - from) / (to - from));
  const covered = drag && between(...drag);
  /** Hour under the pointer; undefined if the pointer is over the row names. */
  const hourAt = ({ clientX, currentTarget }: TargetedMouseEvent<HTMLElement>): number | undefined => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left - LEFT) / (width - LEFT);
    return share < 0 ? undefined : within(from + Math.floor(share * (to - from)), span);
  };
  return (
    <div class="room">
      <div class="room-head">
        <HourPlayer hour={hour} hours={hours} span={span} player={player} />
        {isZoomed && <Button text="Whole horizon" onClick={showAll} />}
        {chosen >= 0 && (
          <a href={href(`/jobs/${job.job_id}`, { view: 'commitment', unit: query['unit'] })}>
            {query['unit']}
          </a>
        )}
        <small>Drag to zoom. Arrow keys step, + zooms, space plays.</small>
      </div>
      <div class="room-body">
        <div class="panels" style={{ '--left': `${LEFT}px`, '--hour': shareAt(hour + 0.5) }}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider, the key + and "Whole horizon" do the same as dragging. */}
          <div
            class="brush"
            onPointerDown={(event) => {
              const at = hourAt(event);
              if (event.button !== 0 || at === undefined) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              setDrag([at, at]);
            }}
            onPointerMove={(event) => {
              const at = hourAt(event);
              setPointed(at);
              if (drag) setDrag([drag[0], at ?? from]);
            }}
            onPointerUp={() => {
              if (covered && covered.to - covered.from > 1) showSpan(covered);
              else if (covered) show({ hour: covered.from });
              setDrag(undefined);
            }}
            // On touch screens, dragging scrolls the page and does not zoom.
            onPointerCancel={() => setDrag(undefined)}
            onPointerLeave={() => setPointed(undefined)}
            onDblClick={showAll}
          >
            <Chart label={label} option={option} height={CHART_HEIGHT} />
            {covered && covered.to - covered.from > 1 && (
              <i style={{ '--from': shareAt(covered.from), '--to': shareAt(covered.to) }} />
            )}
          </div>
          <HeatMap
            {...units}
            label="Output of each unit as a share of its Pmax; neutral if off."
            span={span}
            scale={OUTPUT[colors]}
            format={(value) => (value <= 0 ? 'off' : `on, ${percent(shareOf(value))} of Pmax`)}
            selected={chosen < 0 ? undefined : { row: chosen, hour }}
            onPoint={(cell) => setPointed(cell?.hour)}
            onSelect={(cell) =>
              show({ hour: cell.hour, ...(!units.heads.has(cell.row) && { unit: units.names[cell.row] }) })
            }
          />
          {kept !== undefined && kept < to && (
            <i class="ahead" title="Look-ahead" style={{ '--from': shareAt(Math.max(from, kept)) }} />
          )}
          <i class="now" aria-hidden="true" />
        </div>
        <div>
          <AtHour room={room} lmp={schedule.lmp} hour={hour} isAhead={hour >= (kept ?? hours)} />
          <NetworkPanel job={job} hour={hour} />
          <Moments room={room} schedule={schedule} hours={kept ?? hours} />
        </div>
      </div>
    </div>
  );
}

/** Colours of output: off is close to the background colour, full output is far from it. */
const OUTPUT: Readonly<Record<Theme, ColorScale>> = {
  light: { low: 0, high: 1, calm: 0, stops: stopsOf(0xe6ebf0, 0xadcde7, 0x68a5d4, 0x2b73b5, 0x0b3d7a) },
  dark: { low: 0, high: 1, calm: 0, stops: stopsOf(0x242e39, 0x204e7d, 0x3178ba, 0x68a8de, 0xc4e2fa) },
};
