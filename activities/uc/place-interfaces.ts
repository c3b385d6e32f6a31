/**
 * Interfaces of an instance: the flow of an interface is linear in the injections n and in the powers p of DC lines,
 *
 *     f = sum_b H[b] n[b] + c + sum_d k[d] p[d],   H = sum_l k[l] h[l]
 *
 * with k the factors of the interface, h the shift factors and c the flow caused by phase shifts; after a contingency
 * in the network without the lost lines.
 */
import type { Case } from '../case/case.ts';
import { injectionCount, type Network } from '../network/network.ts';
import type { ShiftFactors } from '../network/shift-factors.ts';
import type { PlacedInterface } from './instance.ts';
import { factorsWithLosses } from './losses.ts';

/**
 * Places all interfaces except those after contingencies that do not apply or that split the network. `shares`: shares
 * of the buses in the losses.
 */
export function placeInterfaces(
  { interfaces, contingencies, dc_lines }: Pick<Case, 'interfaces' | 'contingencies' | 'dc_lines'>,
  network: Network,
  factors: ShiftFactors | undefined,
  shares: readonly Float64Array[] | undefined,
): PlacedInterface[] {
  if (interfaces.length === 0) return [];
  const positions = new Map(network.lines.map(({ id }, l) => [id, l]));
  const dcPositions = new Map(dc_lines.map(({ id }, d) => [id, d]));
  const lostBy = new Map(
    contingencies.map(({ id, lines }) => [id, lines.flatMap((line) => positions.get(line) ?? [])]),
  );
  return interfaces.flatMap((item): PlacedInterface[] => {
    const lost = item.contingency === undefined ? [] : lostBy.get(item.contingency);
    if (!lost || (lost.length > 0 && factors?.secure(lost) === false)) return [];
    const parts = item.lines.map(({ id, factor }) => ({ line: positions.get(id), factor }));
    const { shift, offset } = addedUp(parts, lost, network, factors);
    return [
      {
        element: item,
        shift: (t) => (shares ? factorsWithLosses(network, shift, shares[t] ?? new Float64Array()) : shift),
        offset,
        dcLines: (item.dc_lines ?? []).flatMap(({ id, factor }) => {
          const d = dcPositions.get(id);
          return d === undefined ? [] : [{ d, factor }];
        }),
      },
    ];
  });
}

/** Two sums over lines: factor times shift factors of the line, and factor times its flow caused by phase shifts. */
function addedUp(
  parts: readonly { readonly line: number | undefined; readonly factor: number }[],
  lost: readonly number[],
  network: Network,
  factors: ShiftFactors | undefined,
) {
  const shift = new Float64Array(injectionCount(network));
  let offset = 0;
  for (const { line, factor } of parts) {
    // A line out of service carries nothing.
    if (line === undefined || !factors) continue;
    const row = lost.length > 0 ? factors.ptdfAfter(line, lost) : factors.ptdf(line);
    for (const [b, mw] of row.entries()) shift[b] = (shift[b] ?? 0) + factor * mw;
    offset += factor * factors.offset(line, lost);
  }
  return { shift, offset };
}
