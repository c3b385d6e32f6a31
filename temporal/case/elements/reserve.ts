/** A reserve product: capacity that its providers keep free. */
import { object, string } from 'yup';
import { amount, list, positive, text, varying } from './attribute.ts';

const DIRECTIONS = ['up', 'down'] as const;
const KINDS = ['spinning', 'non_spinning', 'ramping'] as const;
/** Maximum number of names in a list of providers. */
const MAX_NAMES = 10_000;
/** Maximum number of blocks of a demand curve. */
const MAX_BLOCKS = 100;

const direction = (description: string) => string().oneOf(DIRECTIONS).meta({ description });

const kind = string().oneOf(KINDS).meta({
  description:
    'spinning (default): room of units that are on; non_spinning: also quick_start_mw of units that are off and may start; ramping: room that ramps reach within the interval',
});

const responseTime = (words: string) =>
  positive('min', `Response time: a generator provides at most ${words}`);

const block = object({
  mw: amount('MW', 'Part of the requirement').required(),
  usd_per_mwh: amount('$/MWh', 'Price of a shortfall in this part').required(),
});

/** Requirement of a demand curve, MW. Values that are no numbers, which validation refuses, count as 0. */
export const curveMw = (curve: readonly unknown[]): number =>
  curve.reduce<number>((sum, block) => {
    const mw: unknown = typeof block === 'object' && block !== null ? Reflect.get(block, 'mw') : 0;
    return sum + (typeof mw === 'number' && Number.isFinite(mw) ? mw : 0);
  }, 0);

export const RESERVE = {
  name: text().required(),
  mw: varying('MW', 'Requirement, one number or one per hour').required(),
  penalty_usd_per_mwh: amount('$/MWh', 'Price of a shortfall; absent = hard'),
  demand_curve: list(
    block,
    'Requirement in blocks whose prices do not rise, in place of mw and penalty_usd_per_mwh; mw is then their sum. A shortfall is taken from the last blocks first',
    { bounds: { least: 1, most: MAX_BLOCKS } },
  ),
  direction: direction('Headroom above the output (up) or room below it (down), default up'),
  kind,
  providers: list(
    text().required(),
    'Names of the generators, storage and renewables that may provide it; absent = all generators only',
  ),
  response_min: responseTime('its ramp x response_min / 60; absent = no such limit'),
  counts_towards: text(
    'Product whose requirement this reserve meets too, and so on from product to product. A provider earns the prices of all of them',
  ),
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
