/** A reserve product: capacity that its providers keep free. */
import { string } from 'yup';
import { amount, list, positive, text, varying } from './attribute.ts';

const DIRECTIONS = ['up', 'down'] as const;
/** Maximum number of names in a list of providers. */
const MAX_NAMES = 10_000;

const direction = (description: string) => string().oneOf(DIRECTIONS).meta({ description });

const responseTime = (words: string) =>
  positive('min', `Response time: a generator provides at most ${words}`);

export const RESERVE = {
  name: text().required(),
  mw: varying('MW', 'Requirement, one number or one per hour').required(),
  penalty_usd_per_mwh: amount('$/MWh', 'Price of a shortfall; absent = hard'),
  direction: direction('Headroom above the output (up) or room below it (down), default up'),
  providers: list(
    text().required(),
    'Names of the generators, storage and renewables that may provide it; absent = all generators only',
  ),
  response_min: responseTime('its ramp x response_min / 60; absent = no such limit'),
};

const names = (description: string) => list(text().required(), description, { bounds: { most: MAX_NAMES } });

export const NETWORK_RESERVE = {
  ...RESERVE,
  direction: direction('Default up'),
  providers: names('Generators, storage and renewables that may provide it; absent = all generators'),
  response_min: responseTime('ramp x response_min / 60'),
  areas: names('Only providers at buses of these areas'),
  provider_types: names(
    'Only providers of these types: generators, and the renewables and storage that have one of them',
  ),
};
