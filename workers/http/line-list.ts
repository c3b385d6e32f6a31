/** Bounds of a sensitivity request, and its lines. */
import { array } from 'yup';
import { lineSchema } from '../../temporal/messages/network.ts';

/** To check as many takes half a second, in which this process does nothing else. */
const MAX_LINES = 20_000;

/** Of one reply; about 20 bytes each. */
export const MAX_FACTORS = 2_000_000;

export const lineList = array(lineSchema).min(1).max(MAX_LINES).required();
