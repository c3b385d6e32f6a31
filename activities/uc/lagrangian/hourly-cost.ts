/**
 * Least reduced cost of a unit that is on in one hour, with at most `power` MW and `room` MW of power and reserve
 * above its minimum output:
 *
 *     min sum_k c_k s_k + d r     s.t.  sum_k s_k <= power,  sum_k s_k + r <= room,  0 <= s_k <= width_k,  r >= 0
 *
 * with c_k ascending and d <= 0 the best price of reserve, solved by filling segments while c_k < d.
 */
export interface HourPrices {
  /** Reduced cost of being on at minimum output, $. */
  readonly on: number;
  /** Cost segments in ascending order of price. */
  readonly segments: readonly { readonly width: number; readonly price: number }[];
  /** Reduced cost of a MW of reserve, at most 0. */
  readonly reserve: number;
}

export function hourlyCost({ on, segments, reserve }: HourPrices, power: number, room: number): number {
  let cost = on;
  let filled = 0;
  for (const { width, price } of segments) {
    const mw = Math.min(width, power - filled);
    if (price >= reserve || mw <= 0) break;
    cost += price * mw;
    filled += mw;
  }
  return cost + reserve * Math.max(0, room - filled);
}
