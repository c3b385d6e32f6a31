/** A result as text tables: who is on when, and what power costs where. */
const pad = (text, width) => String(text).padStart(width);

/** One row per generator: `#` in the hours it is on, then its energy. */
export function commitmentTable({ commitment, dispatch_mw }) {
  const rows = Object.entries(commitment).map(([name, hours]) => {
    const energy = dispatch_mw[name].reduce((sum, mw) => sum + mw, 0);
    return `  ${pad(name, 5)}  ${hours.map((on) => (on ? '#' : '.')).join('')}  ${pad(energy.toFixed(0), 8)} MWh`;
  });
  return `  unit   hours 0-${(Object.values(commitment)[0]?.length ?? 1) - 1}\n${rows.join('\n')}`;
}

/** Lowest and highest price, and where, in a few hours of the day. */
export function priceTable({ lmp }) {
  const buses = Object.keys(lmp);
  const horizon = lmp[buses[0]]?.length ?? 0;
  const hours = [0, 6, 12, 17, 18, horizon - 1].filter((t, i, all) => t < horizon && all.indexOf(t) === i);
  const rows = hours.map((t) => {
    const prices = buses.map((bus) => [lmp[bus][t], bus]).sort((a, b) => a[0] - b[0]);
    const [low, high] = [prices[0], prices.at(-1)];
    const show = ([price, bus]) => `${pad(price.toFixed(2), 8)} at ${bus.padEnd(7)}`;
    return `  ${pad(t, 4)}  ${show(low)} ${show(high)}`;
  });
  return `  hour    lowest $/MWh        highest $/MWh\n${rows.join('\n')}`;
}
