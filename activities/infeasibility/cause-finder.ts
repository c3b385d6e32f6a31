/** One arithmetic test; yields a cause per element and hour that cannot be. */
import type { Cause } from '../../temporal/messages/infeasibility.ts';
import type { InfeasibleCase } from './infeasible-case.ts';

export type CauseFinder = (subject: InfeasibleCase) => Iterable<Cause>;
