/** Families of seeded cases: what each adds to a random case, and how many cases of it the full sweep has. */
import {
  blockedCase,
  emittingCase,
  narrowCase,
  ratedCase,
  severedCase,
  stoppingCase,
} from '../cases/altered-random-case.ts';
import { biddingCase, reducingCase, stayingCase } from '../cases/bidding-case.ts';
import { boundedCase } from '../cases/bounded-case.ts';
import { burningCase } from '../cases/burning-case.ts';
import { conductingCase } from '../cases/conducting-case.ts';
import { curvedCase, kindsCase, nestedCase } from '../cases/curved-case.ts';
import { pricedCase, pricedLinkedCase, pricedShiftedCase } from '../cases/priced-case.ts';
import { type RandomCase, randomCase } from '../cases/random-case.ts';
import { reservingCase } from '../cases/reserving-case.ts';
import {
  budgetCase,
  cyclingCase,
  fullStorageCase,
  keepingCase,
  linkedCase,
  shiftingCase,
  takingCase,
} from '../cases/study-case.ts';
import { turningCase } from '../cases/turning-case.ts';
import { unavailableCase } from '../cases/unavailable-case.ts';
import { valuedCase } from '../cases/valued-case.ts';
import { varyingCase } from '../cases/varying-case.ts';

export interface Family {
  readonly name: string;
  readonly caseOf: (seed: number) => RandomCase;
  /** Number of cases of the family in `npm run bench -- sweep`. */
  readonly sweep: number;
}

export const FAMILIES: readonly Family[] = [
  { name: 'random cases', caseOf: (seed) => randomCase(seed), sweep: 200 },
  { name: 'idle units and narrow lines', caseOf: narrowCase, sweep: 100 },
  { name: 'ratings by the hour', caseOf: ratedCase, sweep: 200 },
  { name: 'units that cannot start or stop', caseOf: blockedCase, sweep: 75 },
  { name: 'emissions', caseOf: emittingCase, sweep: 75 },
  { name: 'DC lines', caseOf: linkedCase, sweep: 100 },
  { name: 'DC lines in full', caseOf: conductingCase, sweep: 200 },
  { name: 'interfaces', caseOf: boundedCase, sweep: 300 },
  { name: 'phase shifters', caseOf: shiftingCase, sweep: 100 },
  { name: 'decided phase shifts', caseOf: turningCase, sweep: 300 },
  { name: 'storage whose final energy has a value', caseOf: keepingCase, sweep: 100 },
  { name: 'storage in full', caseOf: fullStorageCase, sweep: 300 },
  { name: 'storage with least powers and limits of cycles', caseOf: cyclingCase, sweep: 300 },
  { name: 'energy limits', caseOf: budgetCase, sweep: 100 },
  { name: 'energy limits of units and storage, take or pay', caseOf: takingCase, sweep: 300 },
  { name: 'fuel limits', caseOf: burningCase, sweep: 300 },
  { name: 'reserve products in full', caseOf: reservingCase, sweep: 200 },
  { name: 'demand curves of reserve', caseOf: curvedCase, sweep: 200 },
  { name: 'non-spinning and ramping reserve', caseOf: kindsCase, sweep: 300 },
  { name: 'reserve that counts towards other products', caseOf: nestedCase, sweep: 300 },
  { name: 'loads with a price of their own', caseOf: valuedCase, sweep: 200 },
  { name: 'bids of demand and supply', caseOf: biddingCase, sweep: 300 },
  { name: 'bids with a minimum time', caseOf: stayingCase, sweep: 300 },
  { name: 'demand response', caseOf: reducingCase, sweep: 300 },
  { name: 'shut-down costs', caseOf: stoppingCase, sweep: 100 },
  { name: 'soft limits, losses and islands', caseOf: pricedCase, sweep: 600 },
  { name: 'DC lines between islands', caseOf: pricedLinkedCase, sweep: 100 },
  { name: 'phase shifters with soft limits, losses and islands', caseOf: pricedShiftedCase, sweep: 100 },
  { name: 'no branch in service', caseOf: severedCase, sweep: 100 },
  { name: 'hours in which a unit is not available', caseOf: unavailableCase, sweep: 300 },
  { name: 'costs, ramps and must-run hours that vary', caseOf: varyingCase, sweep: 300 },
];
