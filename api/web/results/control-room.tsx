/**
 * One screen for a result: dispatch by fuel, prices and commitment over the same hours. Pointing at an hour shows it
 * everywhere, a click keeps it in the address.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FUEL_KINDS } from '../../client/fuels.ts';
import { Chart } from '../charts/chart.tsx';
import type { ColorScale } from '../charts/color-scale.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { Loaded } from '../parts/elements.tsx';
import { count, energy, percent, power, price } from '../parts/format.ts';
import { intervalHours, periodName } from '../parts/interval.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { useStore } from '../parts/store.ts';
import { type Theme, theme } from '../parts/theme.ts';
import { AtHour, busName } from './at-hour.tsx';
import { HourSlider } from './hour-slider.tsx';
import { matrixOf, sum } from './matrix.ts';
import type { Case, Result } from './pack.ts';
import { useCase, useResult } from './result-data.ts';
import { CASE_FIELDS, dearest, meanPrice, RESULT_FIELDS, type Room, roomOf, tellingHour } from './room.ts';
import { CHART_HEIGHT, LEFT, roomOption } from './room-chart.ts';
import { kindsOf } from './sources.ts';

type Schedule = Pick<Result, (typeof RESULT_FIELDS)[number]>;
type Given = Pick<Case, (typeof CASE_FIELDS)[number]>;

interface RoomFigure {
  readonly name: string;
  readonly text: string;
  /** Where and when. */
  readonly note?: string;
}

interface RoomProps {
  readonly jobId: string;
  /** The figures of the result, beside which those of the hours stand. */
  readonly children: (figures: readonly RoomFigure[]) => ComponentChildren;
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
  const units = useMemo(() => unitRows(schedule, given), [schedule, given]);
  const [pointed, setPointed] = useState<number>();
  const first = useMemo(() => tellingHour(room), [room]);
  const pinned = Math.min(room.hours - 1, Math.max(0, Math.floor(Number(query['hour'] ?? first)) || 0));
  const hour = pointed ?? pinned;
  const colors = useStore(theme);
  const panels = useRef<HTMLDivElement>(null);
  const hourAt = ({ clientX }: MouseEvent): number | undefined => {
    const box = panels.current?.getBoundingClientRect();
    if (!box || clientX < box.left + LEFT) return undefined;
    const share = (clientX - box.left - LEFT) / (box.width - LEFT);
    return share < 1 ? Math.floor(share * room.hours) : undefined;
  };
  const at = { '--hour': String((hour + 0.5) / room.hours) };
  return (
    <>
      {children(figuresOf(room))}
      <div class="room">
        <div class="room-head">
          <Player hour={pinned} hours={room.hours} />
          <a href={href(`/jobs/${jobId}`, { view: 'network', hour: String(hour) })}>
            The network in this hour
          </a>
        </div>
        <div class="room-body">
          {/* The slider does the same for the keyboard. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
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
              selected={{ row: Math.max(0, units.names.indexOf(query['unit'] ?? '')), hour }}
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

/** A unit that is on and gives nothing is told from one that is off. */
const LEAST_SHADE = 0.15;
const shadeOf = (share: number): number => LEAST_SHADE + (1 - LEAST_SHADE) * Math.min(1, Math.max(0, share));
const shareOf = (shade: number): number => (shade - LEAST_SHADE) / (1 - LEAST_SHADE);

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

/** Units by kind, the largest first: how far each is up in every hour it is on. */
function unitRows({ commitment, dispatch_mw }: Schedule, given: Given) {
  const kinds = kindsOf(given);
  const order = FUEL_KINDS.map(({ kind }) => kind);
  const rank = (name: string): number => order.indexOf(kinds.get(name) ?? 'other');
  const rows = new Map(dispatch_mw.names.map((name, row) => [name, row]));
  const { hours } = commitment;
  return matrixOf(
    given.generators
      .toSorted((a, b) => rank(a.name) - rank(b.name) || b.p_max - a.p_max)
      .map(({ name, p_max }) => {
        const row = rows.get(name) ?? 0;
        const on = commitment.names.indexOf(name);
        return [
          name,
          Array.from({ length: hours }, (_, hour) =>
            (commitment.values[on * hours + hour] ?? 0) > 0
              ? shadeOf((dispatch_mw.values[row * hours + hour] ?? 0) / (p_max || 1))
              : 0,
          ),
        ] as const;
      }),
  );
}

function figuresOf(room: Room): RoomFigure[] {
  const { prices, load, unserved, curtailed, starts } = room;
  const mwh = (values: Float64Array): number => sum(values) * intervalHours();
  const top = prices && dearest(prices);
  return [
    ...(prices ? [{ name: 'Mean price', text: price(meanPrice(prices, load)) }] : []),
    ...(top
      ? [
          {
            name: 'Highest price',
            text: price(top.price),
            note: `${busName(top.bus)}, ${periodName(top.hour)}`,
          },
        ]
      : []),
    { name: 'Load', text: energy(mwh(load)) },
    ...(mwh(unserved) > 0 ? [{ name: 'Not served', text: energy(mwh(unserved)) }] : []),
    ...(mwh(curtailed) > 0 ? [{ name: 'Curtailed', text: energy(mwh(curtailed)) }] : []),
    { name: 'Starts', text: count(starts) },
  ];
}

function inWords({ layers, load, prices }: Room): string {
  const peak = load.indexOf(Math.max(...load));
  const top = prices && dearest(prices);
  const names = layers.map(({ name }) => name).join(', ');
  return `Dispatch by fuel, from the bottom ${names}; the load is largest in ${periodName(peak)}: ${power(load[peak])}.${top ? ` Prices below; the highest is ${price(top.price)} at ${busName(top.bus)} in ${periodName(top.hour)}.` : ''}`;
}
