/**
 * The panels of the control room over the same hours. Pointing at an hour shows it in all of them, a click or a key
 * keeps it in the address, and hours that are dragged over are shown alone.
 */
import type { TargetedMouseEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { type ColorScale, stopsOf } from '../charts/color-scale.ts';
import { LEFT, type Span } from '../charts/heat-cells.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { Choice } from '../parts/form.tsx';
import { percent } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { useStore } from '../parts/store.ts';
import { type Theme, theme } from '../parts/theme.ts';
import { AtHour } from './at-hour.tsx';
import { HourPlayer, useHour, usePlayer } from './hour-slider.tsx';
import { NetworkPanel } from './network-hour.tsx';
import type { Given, Room, Schedule } from './room.ts';
import { between, closer, hourAfter, spanOf, spanText, within } from './room.ts';
import { CHART_HEIGHT, roomOption } from './room-chart.ts';
import { type Grouping, groupsOf, knowsFuels, type Order, shareOf, unitRows } from './sources.ts';
import type { Job } from './view.ts';

const GROUPINGS: readonly (readonly [Grouping, string])[] = [
  ['fuel', 'Fuels'],
  ['cost', 'Cost of energy'],
  ['unit', 'Units'],
];
const ORDERS: readonly (readonly [Order, string])[] = [
  ['group', 'Kind'],
  ['start', 'First hour on'],
  ['energy', 'Energy'],
  ['name', 'Name'],
];

/** The layers that the address names; by default fuels, where they tell units apart. */
export const groupingOf = (query: Readonly<Record<string, string>>, given: Given): Grouping =>
  GROUPINGS.find(([name]) => name === query['by'])?.[0] ?? (knowsFuels(given) ? 'fuel' : 'cost');

interface PanelsProps {
  readonly job: Job;
  readonly room: Room;
  readonly schedule: Schedule;
  readonly given: Given;
  /** What the chart shows, in words. */
  readonly label: string;
}

const show = (query: Parameters<typeof setQuery>[0]): void => setQuery(query, { replace: true });

export function RoomPanels({ job, room, schedule, given, label }: PanelsProps) {
  const { query } = usePlace();
  const { hours } = room;
  const { from, to } = spanOf(query['range'], hours);
  const span = useMemo(() => ({ from, to }), [from, to]);
  const showSpan = (next?: Span): void => show({ range: next && spanText(next, hours) });
  const pinned = within(useHour(hours, room.first), span);
  const [pointed, setPointed] = useState<number>();
  const [drag, setDrag] = useState<readonly [from: number, to: number]>();
  // A step with a key replaces the hour under a resting mouse.
  useEffect(() => setPointed(undefined), [pinned]);
  const hour = within(pointed ?? pinned, span);
  const option = useMemo(() => roomOption(room, span), [room, span]);
  const by = groupingOf(query, given);
  const order = ORDERS.find(([name]) => name === query['order'])?.[0] ?? 'group';
  const units = useMemo(
    () => unitRows(schedule, given.generators, groupsOf(given, by === 'cost' ? 'cost' : 'fuel'), order),
    [schedule, given, by, order],
  );
  const chosen = units.names.indexOf(query['unit'] ?? '');
  const colors = useStore(theme);
  const player = usePlayer(pinned, span);
  useKeys(pinned, span, () => player[1]((isPlaying) => !isPlaying));
  const shareAt = (edge: number): string => String((edge - from) / (to - from));
  const covered = drag && between(...drag);
  /** Undefined on the names. */
  const hourAt = ({ clientX, currentTarget }: TargetedMouseEvent<HTMLElement>): number | undefined => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left - LEFT) / (width - LEFT);
    return share < 0 ? undefined : within(from + Math.floor(share * (to - from)), span);
  };
  return (
    <div class="room">
      <div class="room-head">
        <HourPlayer hour={pinned} hours={hours} span={span} player={player} />
        <button type="button" aria-disabled={to - from === 1} onClick={() => showSpan(closer(span, pinned))}>
          Zoom in
        </button>
        {to - from < hours && (
          <button type="button" onClick={() => showSpan()}>
            Whole horizon
          </button>
        )}
        <a href={href(`/jobs/${job.job_id}`, { view: 'network', hour })}>The network in this hour</a>
        <Choice label="Layers" value={by} options={GROUPINGS} onValue={(value) => show({ by: value })} />
        <Choice label="Units by" value={order} options={ORDERS} onValue={(value) => show({ order: value })} />
        {chosen >= 0 && (
          <a href={href(`/jobs/${job.job_id}`, { view: 'commitment', unit: query['unit'] })}>
            {query['unit']}
          </a>
        )}
        <small>Drag over the chart to see some hours alone. Arrow keys step, space plays.</small>
      </div>
      <div class="room-body">
        <div class="panels" style={{ '--left': `${LEFT}px`, '--hour': shareAt(hour + 0.5) }}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging does what the slider, "Zoom in" and "Whole horizon" do. */}
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
            // A finger scrolls the page instead.
            onPointerCancel={() => setDrag(undefined)}
            onPointerLeave={() => setPointed(undefined)}
            onDblClick={() => showSpan()}
          >
            <Chart label={label} option={option} height={CHART_HEIGHT} />
            {covered && covered.to - covered.from > 1 && (
              <i style={{ '--from': shareAt(covered.from), '--to': shareAt(covered.to) }} />
            )}
          </div>
          <HeatMap
            {...units}
            label="Output of each unit as a share of its largest; calm where it is off."
            span={span}
            scale={OUTPUT[colors]}
            format={(value) => (value <= 0 ? 'off' : `on, ${percent(shareOf(value))} of Pmax`)}
            selected={chosen < 0 ? undefined : { row: chosen, hour }}
            onPoint={(cell) => setPointed(cell?.hour)}
            onSelect={(cell) =>
              show({ hour: cell.hour, ...(!units.heads.has(cell.row) && { unit: units.names[cell.row] }) })
            }
          />
          <i class="now" aria-hidden="true" />
        </div>
        <AtHour room={room} hour={hour} />
      </div>
      <NetworkPanel job={job} hour={hour} />
    </div>
  );
}

/** Off is near the surface of the page, the largest output far from it. */
const OUTPUT: Readonly<Record<Theme, ColorScale>> = {
  light: { low: 0, high: 1, calm: 0, stops: stopsOf(0xe6ebf0, 0xadcde7, 0x68a5d4, 0x2b73b5, 0x0b3d7a) },
  dark: { low: 0, high: 1, calm: 0, stops: stopsOf(0x242e39, 0x204e7d, 0x3178ba, 0x68a8de, 0xc4e2fa) },
};

/** What has a use for these keys of its own. */
const OWN_KEYS = 'button, a, select, summary, textarea, dialog, input:not([type=range]), [role=application]';

function useKeys(hour: number, span: Span, onSpace: () => void): void {
  // Before the next key, so that each of many steps counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      const next = hourAfter(key, hour, span);
      if (altKey || ctrlKey || metaKey || (target instanceof Element && target.closest(OWN_KEYS))) return;
      if (next !== undefined) show({ hour: next });
      else if (key === ' ') onSpace();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
