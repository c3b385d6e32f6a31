/** The structural checks of a network, as a client reads them. */
import { networkProblems } from '../../temporal/checks/network-problems.ts';
import type { NetworkBody } from '../../temporal/messages/network-body.ts';
import { Unprocessable } from '../errors.ts';

/** Throws `Unprocessable` with every problem found. */
export function checkNetwork(network: NetworkBody): void {
  const problems = networkProblems(network);
  if (problems.length === 0) return;
  throw new Unprocessable(problems.map(({ path, msg, type }) => ({ loc: ['body', ...path], msg, type })));
}
