/** Kind of generation of a unit, by the fields of its case. */
import assert from 'node:assert/strict';
import { FUEL_KINDS, kindOfRenewable, kindOfUnit } from '../../../../api/client/fuels.ts';

describe('the kind of a unit', () => {
  const units: readonly (readonly [name: string, fuel: string | undefined, kind: string])[] = [
    ['121_NUCLEAR_1', 'Nuclear', 'nuclear'],
    ['101_STEAM_3', 'Coal', 'coal'],
    ['101_STEAM_3', 'Oil', 'oil'],
    ['107_CC_1', 'NG', 'gas_cc'],
    ['101_CT_1', 'NG', 'gas_ct'],
    ['101_CT_1', 'Oil', 'oil'],
    ['101_CT_1', undefined, 'gas_ct'],
    ['101_STEAM_3', undefined, 'coal'],
    ['Oil/CT', undefined, 'oil'],
    ['Oil/STEAM', undefined, 'oil'],
    ['NG/CT', undefined, 'gas_ct'],
    ['Coalville 1', 'Oil', 'oil'],
    ['Neurath F', 'Lignite', 'lignite'],
    ['battery', undefined, 'storage'],
    ['coal', undefined, 'coal'],
    ['Ostrov', 'gas', 'gas_cc'],
    ['sector 7', undefined, 'other'],
    ['G1', undefined, 'other'],
    ['<i>', 'peat', 'other'],
  ];
  for (const [name, fuel, kind] of units)
    it(`${name}${fuel ? `, ${fuel}` : ''}: ${kind}`, () => assert.equal(kindOfUnit({ name, fuel }), kind));
});

describe('the kind of a renewable', () => {
  const day = [0, 0, 0, 5, 9, 4, 0, 0];
  const steady = [3, 4, 5, 4, 3, 2, 0, 3];
  const units: readonly (readonly [name: string, p_max: number[], kind: string])[] = [
    ['122_HYDRO_1', steady, 'hydro'],
    ['118_RTPV_4', steady, 'solar'],
    ['309_WIND_1', day, 'wind'],
    ['R1', day, 'solar'],
    ['R1', steady, 'wind'],
    ['R1', [0, 0], 'wind'],
    ['R1', [7], 'wind'],
  ];
  for (const [name, p_max, kind] of units)
    it(`${name} ${p_max}: ${kind}`, () => assert.equal(kindOfRenewable({ name, p_max }), kind));
});

it('kinds have colours of their own', () => {
  assert.equal(new Set(FUEL_KINDS.map(({ color }) => color)).size, FUEL_KINDS.length);
});
