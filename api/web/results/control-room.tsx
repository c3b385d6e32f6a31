/**
 * One screen for a result: dispatch by fuel, prices and commitment over the same hours. Pointing at an hour shows it
 * everywhere, a click keeps it in the address.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import type { ColorScale } from '../charts/color-scale.ts';
import { LEFT } from '../charts/heat-drawing.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { Figure, Loaded } from '../parts/elements.tsx';
import { count, energy, percent, power, price } from '../parts/format.ts';
import { intervalHours, periodName } from '../parts/interval.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { useStore } from '../parts/store.ts';
import { type Theme, theme } from '../parts/theme.ts';
import { AtHour, busName } from './at-hour.tsx';
import { HourSlider, useHour } from './hour-slider.tsx';
import { sum } from './matrix.ts';
import { useCase, useResult } from './result-data.ts';
import {
  CASE_FIELDS,
  dearest,
  type Given,
  meanPrice,
  RESULT_FIELDS,
  type Room,
  roomOf,
  type Schedule,
  shareOf,
  unitShades,
} from './room.ts';
import { CHART_HEIGHT, roomOption } from './room-chart.ts';
import { Why } from './why.tsx';

interface RoomProps {
  readonly jobId: string;
  /** Figures of the whole result; those of the hours follow. */
  readonly children: ComponentChildren;
}

export function ControlRoom({ jobId, children }: RoomProps) {
  const result = useResult(jobId, RESULT_FIELDS);
  const given = useCase(jobId, CASE_FIELDS);
  return (
    <Loaded load={result}>
      {(schedule) => (
        <Loaded load={given}>
          {(known) => (
            <Panels jobId={jobId} schedule={schedule} given={known}>
              {children}
            </Panels>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Panels({
  jobId,
  schedule,
  given,
  children,
}: RoomProps & { readonly schedule: Schedule; readonly given: Given }) {
  const { query } = usePlace();
  const room = useMemo(() => roomOf(schedule, given), [schedule, given]);
  const option = useMemo(() => roomOption(room), [room]);
  const units = useMemo(() => unitShades(schedule, given), [schedule, given]);
  const [pointed, setPointed] = useState<number>();
  const pinned = useHour(room.hours, room.first);
  const hour = pointed ?? pinned;
  const chosen = units.names.indexOf(query['unit'] ?? '');
  const colors = useStore(theme);
  const panels = useRef<HTMLDivElement>(null);
  const hourAt = ({ clientX }: MouseEvent): number | undefined => {
    const box = panels.current?.getBoundingClientRect();
    if (!box || clientX < box.left + LEFT) return undefined;
    const share = (clientX - box.left - LEFT) / (box.width - LEFT);
    return share < 1 ? Math.floor(share * room.hours) : undefined;
  };
  const at = { '--left': `${LEFT}px`, '--hour': String((hour + 0.5) / room.hours) };
  return (
    <>
      <dl class="figures">
        {children}
        <HourlyFigures room={room} />
      </dl>
      <div class="room">
        <div class="room-head">
          <Player hour={pinned} hours={room.hours} />
          <a href={href(`/jobs/${jobId}`, { view: 'network', hour: String(hour) })}>
            The network in this hour
          </a>
        </div>
        <div class="room-body">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing is the same as the slider above, which has a role. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the slider above has the keys. */}
          <div
            class="panels"
            ref={panels}
            onMouseMove={(event) => setPointed(hourAt(event))}
            onMouseLeave={() => setPointed(undefined)}
            onClick={(event) => {
              const clicked = hourAt(event);
              if (clicked !== undefined) setQuery({ hour: clicked }, { replace: true });
            }}
          >
            <Chart label={inWords(room)} option={option} height={CHART_HEIGHT} />
            <HeatMap
              label="Output of each unit as a share of its largest, by fuel; calm where it is off."
              names={units.names}
              hours={units.hours}
              values={units.values}
              scale={OUTPUT[colors]}
              format={(value) => (value <= 0 ? 'off' : `on, ${percent(shareOf(value))} of Pmax`)}
              selected={chosen < 0 ? undefined : { row: chosen, hour }}
              onSelect={(cell) =>
                setQuery({ unit: units.names[cell.row], hour: cell.hour }, { replace: true })
              }
            />
            <i class="now" style={at} aria-hidden="true" />
          </div>
          <AtHour room={room} hour={hour} />
        </div>
      </div>
    </>
  );
}

/** How long each hour is shown, ms. */
const PLAY_MS = 400;

function Player({ hour, hours }: { readonly hour: number; readonly hours: number }) {
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => setQuery({ hour: (hour + 1) % hours }, { replace: true }), PLAY_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, hour, hours]);
  return (
    <>
      <button type="button" aria-pressed={isPlaying} onClick={() => setIsPlaying(!isPlaying)}>
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <HourSlider hour={hour} hours={hours} />
    </>
  );
}

const shades = (stops: ColorScale['stops']): ColorScale => ({ low: 0, high: 1, stops, calm: 0 });

/** Off is near the surface of the page, the largest output far from it. */
const OUTPUT: Readonly<Record<Theme, ColorScale>> = {
  light: shades([
    [230, 235, 240],
    [173, 205, 231],
    [104, 165, 212],
    [43, 115, 181],
    [11, 61, 122],
  ]),
  dark: shades([
    [36, 46, 57],
    [32, 78, 125],
    [49, 120, 186],
    [104, 168, 222],
    [196, 226, 250],
  ]),
};

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
  const peak = load.indexOf(Math.max(...load));
  const top = prices && dearest(prices);
  const names = layers.map(({ name }) => name).join(', ');
  return `Dispatch by fuel, from the bottom ${names}; the load is largest in ${periodName(peak)}: ${power(load[peak])}.${top ? ` Prices below; the highest is ${price(top.price)} at ${busName(top.bus)} in ${periodName(top.hour)}.` : ''}`;
}
