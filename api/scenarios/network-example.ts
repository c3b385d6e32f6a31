/** Example network of the API reference. */
import { UC_PAYLOAD } from '../solve/examples.ts';

export const NETWORK = {
  name: 'Two towns',
  buses: [
    { id: 1, name: 'North', v_nom_kv: 230, type: 'slack' },
    { id: 2, name: 'South', v_nom_kv: 230 },
  ],
  lines: [{ id: 'L1', from_bus: 1, to_bus: 2, r_ohm: 5.3, x_ohm: 52.9, s_nom_mva: 160 }],
  generators: UC_PAYLOAD.generators,
  loads: UC_PAYLOAD.loads,
};
