/**
 * The prices of a result, proved without the model and without trust in the solver's duals: at these prices no unit,
 * storage, renewable, DC line, shed load or requirement could earn more by another dispatch within its own limits and the
 * commitment it has, power moved between buses earns nothing, and every limit with a price binds. By duality these
 * are all conditions of an optimum, so that any price vector that meets them is right, also where several do  [$].
 */
import { atFamilyPrices, familyRegrets } from '../families/index.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import { limitRegrets } from '../prices/limit-regrets.ts';
import { nodalRegrets } from '../prices/nodal-regrets.ts';
import {
  dcLineRegrets,
  outageRegrets,
  renewableRegrets,
  reserveRegrets,
  sheddingRegrets,
} from '../prices/other-regrets.ts';
import { isUnpriced, readPrices } from '../prices/read-prices.ts';
import { storageRegrets, unitRegrets } from '../prices/unit-regrets.ts';
import type { Rule } from '../schedule/schedule.ts';

export const prices = (audit: NetworkAudit): Rule => ({
  name: 'prices',
  tolerance: 0.01,
  *excesses(schedule) {
    if (isUnpriced(schedule)) return;
    const found = readPrices(schedule);
    const paying = atFamilyPrices(schedule, 'prices').schedule;
    yield* unitRegrets(paying, found);
    yield* storageRegrets(schedule, found);
    yield* renewableRegrets(paying, found);
    yield* dcLineRegrets(schedule, found);
    yield* sheddingRegrets(schedule, found);
    yield* reserveRegrets(schedule, found);
    yield* outageRegrets(schedule);
    yield* limitRegrets(schedule);
    yield* nodalRegrets(schedule, audit);
    yield* familyRegrets(schedule);
  },
});
