/** The name a figure from prose would have in a record. */
import type { Unit } from './mentions/mention.ts';

const KEYS: Readonly<Record<Unit, string>> = {
  '%': 'percent',
  $: 'usd',
  '$/MWh': 'usd_per_mwh',
  MW: 'mw',
  MWh: 'mwh',
  MVA: 'mva',
  h: 'hours',
};

export const unitKey = (unit: Unit | null): string => (unit === null ? '' : KEYS[unit]);
