/** One hour of the control room in figures, which are the legend of its chart as well. */
import { colorOf, UNSERVED_COLOR } from '../../client/fuels.ts';
import { power, price } from '../parts/format.ts';
import { periodOf } from '../parts/interval.ts';
import type { Room } from './room.ts';
import { Why } from './why.tsx';
import type { Question } from './why-facts.ts';

/** Smaller differences between prices are rounding, $/MWh. */
const CENT = 0.01;

export function AtHour({ room, hour }: { readonly room: Room; readonly hour: number }) {
  const { layers, load, charging, unserved, prices } = room;
  const priceAt = (buses: readonly string[]) => ({ kind: 'price', name: buses[hour] ?? '', hour }) as const;
  const value = (values: Float64Array): number => values[hour] ?? 0;
  const given = layers.reduce((total, { values }) => total + value(values), 0);
  return (
    <table class="at-hour">
      <caption>{periodOf(hour, room.hours)}</caption>
      <tbody>
        <Row name="Load" text={power(value(load))} />
        {unserved.some((mw) => mw > 0) && (
          <Row
            name="Not served"
            color={UNSERVED_COLOR}
            text={power(value(unserved))}
            isBad
            {...(value(unserved) > 0 && { of: { kind: 'unserved', hour } as const })}
          />
        )}
        {layers.toReversed().map(({ name, color, values }) => (
          <Row
            key={name}
            name={name}
            color={color}
            text={power(value(values))}
            share={given > 0 ? value(values) / given : 0}
          />
        ))}
        {charging.some((mw) => mw !== 0) && (
          <Row name="Charging" color={colorOf('storage')} text={power(value(charging))} />
        )}
      </tbody>
      {prices && (
        <tbody>
          <Row name="Mean price" text={price(value(prices.mean))} isPrice />
          {value(prices.high) - value(prices.low) > CENT && (
            <>
              <Row
                name={`Highest, ${busName(prices.highAt[hour])}`}
                text={price(value(prices.high))}
                isPrice
                of={priceAt(prices.highAt)}
              />
              <Row
                name={`Lowest, ${busName(prices.lowAt[hour])}`}
                text={price(value(prices.low))}
                isPrice
                of={priceAt(prices.lowAt)}
              />
            </>
          )}
        </tbody>
      )}
    </table>
  );
}

/** `bus_7` as people say it. */
export const busName = (key = ''): string => key.replace('_', ' ');

interface RowProps {
  readonly name: string;
  readonly text: string;
  readonly color?: string;
  readonly share?: number;
  readonly isBad?: boolean;
  readonly isPrice?: boolean;
  /** What its figure answers. */
  readonly of?: Question;
}

const Row = ({ name, text, color, share, isBad, isPrice, of }: RowProps) => (
  <tr class={isBad ? 'bad' : undefined}>
    <th scope="row" title={name}>
      {color && <i style={{ backgroundColor: color }} />}
      {name}
    </th>
    <td class="number" colSpan={isPrice ? 2 : 1}>
      {of ? <Why of={of}>{text}</Why> : text}
    </td>
    {!isPrice && <td class="number quiet">{share === undefined ? '' : `${Math.round(100 * share)} %`}</td>}
  </tr>
);
