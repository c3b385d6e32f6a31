/** A schedule as a reader of the document may send it: the case of the example of a solve, by its decisions alone. */
import { UC_PAYLOAD } from '../solve/examples.ts';

export const VERIFY_EXAMPLE = {
  body: {
    type: 'uc',
    payload: UC_PAYLOAD,
    schedule: {
      commitment: { coal: [1, 1, 1, 1], gas: [0, 0, 1, 1], peaker: [0, 0, 0, 0] },
      dispatch_mw: { coal: [220, 270, 290, 250], gas: [0, 0, 60, 60], peaker: [0, 0, 0, 0] },
    },
  },
};
