/** Table of figures in one hour of the control room; it also serves as the legend of the chart. */
import { useMemo } from 'preact/hooks';
import { highestPrice } from '../../../temporal/case/arithmetic/price-figures.ts';
import { colorOf, UNSERVED_COLOR } from '../../client/fuels.ts';
import { busName, power } from '../parts/format.ts';
import { capitalized, periodName } from '../parts/interval.ts';
import type { Matrix } from './matrix.ts';
import { lmpText, recordOf } from './price-words.ts';
import type { Room } from './room.ts';
import { Why } from './why.tsx';
import type { Question } from './why-facts.ts';

/** Price differences below this are rounding errors, $/MWh. */
const CENT = 0.01;

interface AtHourProps {
  readonly room: Room;
  readonly lmp: Matrix;
  readonly hour: number;
  /** True if the hour belongs to the look-ahead, whose schedule is not kept. */
  readonly isAhead: boolean;
}

export function AtHour({ room, lmp, hour, isAhead }: AtHourProps) {
  const { layers, load, charging, unserved, prices } = room;
  const lmps = useMemo(() => recordOf(lmp), [lmp]);
  const value = (values: Float64Array): number => values[hour] ?? 0;
  const totalMw = layers.reduce((total, { values }) => total + value(values), 0);
  return (
    <table class="at-hour">
      <caption>
        {capitalized(periodName(hour))}
        {isAhead && ', look-ahead'}
      </caption>
      <tbody>
        <Row name="Load" text={power(value(load))} />
        {unserved.some((mw) => mw > 0) && (
          <Row
            name="Not served"
            color={UNSERVED_COLOR}
            text={power(value(unserved))}
            isHatched
            {...(value(unserved) > 0 && { isBad: true, of: { kind: 'unserved', hour } as const })}
          />
        )}
        {layers.toReversed().map(({ name, color, values }) => (
          <Row
            key={name}
            name={name}
            color={color}
            text={power(value(values))}
            share={totalMw > 0 ? value(values) / totalMw : 0}
          />
        ))}
        {charging.some((mw) => mw !== 0) && (
          <Row name="Charging" color={colorOf('storage')} text={power(value(charging))} />
        )}
      </tbody>
      {prices && (
        <tbody>
          <Row name="Mean price, by load" text={lmpText(value(prices.mean))} isPrice />
          {value(prices.high) - value(prices.low) > CENT &&
            ([1, -1] as const).map((sign) => {
              const peak = highestPrice(lmps, { from: hour, to: hour + 1 }, sign);
              const others = peak && peak.places > 1 ? ` and ${peak.places - 1} more` : '';
              return (
                peak && (
                  <Row
                    key={sign}
                    name={`${sign === 1 ? 'Highest' : 'Lowest'}, ${busName(peak.bus)}${others}`}
                    text={lmpText(peak.usd)}
                    isPrice
                    of={{ kind: 'price', name: peak.bus, hour }}
                  />
                )
              );
            })}
        </tbody>
      )}
    </table>
  );
}

interface RowProps {
  readonly name: string;
  readonly text: string;
  readonly color?: string;
  readonly share?: number;
  readonly isBad?: boolean;
  /** True if the figure is drawn hatched in the chart. */
  readonly isHatched?: boolean;
  readonly isPrice?: boolean;
  /** Question whose answer opens when the figure is clicked. */
  readonly of?: Question;
}

const Row = ({ name, text, color, share, isBad, isHatched, isPrice, of }: RowProps) => (
  <tr class={isBad ? 'bad' : undefined}>
    <th scope="row" title={name}>
      {color && <i class={isHatched ? 'hatched' : undefined} style={{ backgroundColor: color }} />}
      {name}
    </th>
    <td class="number" colSpan={isPrice ? 2 : 1}>
      {of ? <Why of={of}>{text}</Why> : text}
    </td>
    {!isPrice && <td class="number quiet">{share === undefined ? '' : `${Math.round(100 * share)} %`}</td>}
  </tr>
);
