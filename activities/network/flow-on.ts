import type { NetworkLine } from './network.ts';

/** The flow on a line for angles of shape [buses]: f = b (theta_from - theta_to). */
export function flowOn({ from, to, susceptance }: NetworkLine, theta: Float64Array): number {
  return susceptance * ((theta[from] ?? 0) - (theta[to] ?? 0));
}
