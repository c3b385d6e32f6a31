/** A reserve product of a stored network, whose providers may be named by where and what they are. */
import { array, string } from 'yup';
import { reserveSchema } from './resources.ts';
import { optionalQuantity } from './units.ts';

const RESERVE_DIRECTIONS = ['up', 'down'] as const;
/** No list of names is longer. */
const MAX_NAMES = 10_000;

const names = (description: string) =>
  array(string().required()).max(MAX_NAMES).optional().meta({ description });

export const networkReserveSchema = reserveSchema.shape({
  direction: string().oneOf(RESERVE_DIRECTIONS).optional().meta({ description: 'Default up' }),
  providers: names('Generators, storage and renewables that may give; absent = every generator'),
  areas: names('Only providers at buses of these areas'),
  provider_types: names(
    'Only providers of these types: generators, and the renewables and storage that have one of them',
  ),
  response_min: optionalQuantity(
    'min',
    'Time in which it must be there: a generator gives at most ramp x response_min / 60',
  ).moreThan(0),
});
