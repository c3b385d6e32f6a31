/**
 * Which flow limits a dispatch violates, in the base case and after each contingency, and which of them to
 * model next: at most `perLine` per line and hour and `perHour` per hour, the largest first (Xavier, Qiu,
 * Wang, Thimmapuram, IEEE Trans. Power Systems 34, 2019).
 */
import type { Network } from './network.ts';
import type { ShiftFactors } from './shift-factors.ts';

export interface FlowLimitViolation {
  readonly line: number;
  /** Position in the list of contingencies; null = base case. */
  readonly contingency: number | null;
  readonly hour: number;
  /** MW. */
  readonly flow: number;
  readonly limit: number;
  /** 1 above the limit, -1 below minus the limit. */
  readonly direction: 1 | -1;
  readonly excess: number;
}

export interface ScreeningOptions {
  /** MW. */
  readonly tolerance: number;
  readonly perLine: number;
  readonly perHour: number;
  /** Rows that are modelled already. */
  known(line: number, contingency: number | null, hour: number, direction: 1 | -1): boolean;
  /** What a soft limit allows beyond the rating, MW. */
  overflow(line: number, hour: number): number;
}

export function violatedFlows(
  factors: ShiftFactors,
  network: Network,
  contingencies: readonly (readonly number[])[],
  injections: readonly Float64Array[],
  options: ScreeningOptions,
): FlowLimitViolation[] {
  const monitored = [...network.lines.keys()].filter((line) => isLimited(network, line));
  return injections.flatMap((injection, hour) => {
    const flows = network.lines.map((_, line) => dot(factors.ptdf(line), injection));
    const found = [
      ...monitored.flatMap((line) => judge(line, null, hour, flows[line] ?? 0)),
      ...contingencies.flatMap((outages, contingency) =>
        monitored
          .filter((line) => !outages.includes(line))
          .flatMap((line) => judge(line, contingency, hour, after(line, outages, flows, injection))),
      ),
    ];
    return select(found, options);
  });

  function after(
    line: number,
    outages: readonly number[],
    flows: readonly number[],
    injection: Float64Array,
  ) {
    const [outage] = outages;
    return outages.length === 1 && outage !== undefined
      ? (flows[line] ?? 0) + factors.lodf(line, outage) * (flows[outage] ?? 0)
      : dot(factors.ptdfAfter(line, outages), injection);
  }

  function judge(line: number, contingency: number | null, hour: number, flow: number): FlowLimitViolation[] {
    const { rating = 0, emergency = 0 } = network.lines[line] ?? {};
    const limit = (contingency === null ? rating : emergency) + options.overflow(line, hour);
    const excess = Math.abs(flow) - limit;
    const direction = flow > 0 ? 1 : -1;
    if (!(excess > options.tolerance) || options.known(line, contingency, hour, direction)) return [];
    return [{ line, contingency, hour, flow, limit, direction, excess }];
  }
}

const isLimited = ({ lines }: Network, line: number): boolean =>
  Number.isFinite(lines[line]?.rating) || Number.isFinite(lines[line]?.emergency);

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (const [at, value] of a.entries()) sum += value * (b[at] ?? 0);
  return sum;
}

function select(found: readonly FlowLimitViolation[], { perLine, perHour }: ScreeningOptions) {
  const taken = new Map<number, number>();
  const chosen: FlowLimitViolation[] = [];
  for (const violation of found.toSorted((a, b) => b.excess - a.excess)) {
    const count = taken.get(violation.line) ?? 0;
    if (chosen.length >= perHour) break;
    if (count >= perLine) continue;
    taken.set(violation.line, count + 1);
    chosen.push(violation);
  }
  return chosen;
}
