/**
 * The elements of a case. For each list of a payload: the noun for its items, their attributes, and their attributes in
 * a stored network.
 */
import { BID, NETWORK_BID } from './bid.ts';
import { CONTINGENCY } from './contingency.ts';
import { DC_LINE, NETWORK_DC_LINE } from './dc-line.ts';
import { DEMAND_RESPONSE, NETWORK_DEMAND_RESPONSE } from './demand-response.ts';
import { GENERATOR, NETWORK_GENERATOR } from './generator.ts';
import { INTERFACE, NETWORK_INTERFACE } from './interface.ts';
import { LINE, NETWORK_LINE } from './line.ts';
import { LOAD, NETWORK_LOAD } from './load.ts';
import { PHASE_SHIFTER } from './phase-shifter.ts';
import { NETWORK_RENEWABLE, RENEWABLE } from './renewable.ts';
import { NETWORK_RESERVE, RESERVE } from './reserve.ts';
import { NETWORK_STORAGE, STORAGE } from './storage.ts';

export const ELEMENTS = {
  generators: { noun: 'generator', attributes: GENERATOR, inNetwork: NETWORK_GENERATOR },
  loads: { noun: 'load at bus', attributes: LOAD, inNetwork: NETWORK_LOAD },
  transmission_lines: { noun: 'transmission line', attributes: LINE, inNetwork: NETWORK_LINE },
  dc_lines: { noun: 'DC line', attributes: DC_LINE, inNetwork: NETWORK_DC_LINE },
  interfaces: { noun: 'interface', attributes: INTERFACE, inNetwork: NETWORK_INTERFACE },
  phase_shifters: { noun: 'phase shifter on line', attributes: PHASE_SHIFTER, inNetwork: PHASE_SHIFTER },
  contingencies: { noun: 'contingency', attributes: CONTINGENCY },
  renewables: { noun: 'renewable', attributes: RENEWABLE, inNetwork: NETWORK_RENEWABLE },
  storage: { noun: 'storage', attributes: STORAGE, inNetwork: NETWORK_STORAGE },
  reserves: { noun: 'reserve', attributes: RESERVE, inNetwork: NETWORK_RESERVE },
  bids: { noun: 'bid', attributes: BID, inNetwork: NETWORK_BID },
  demand_response: {
    noun: 'demand response',
    attributes: DEMAND_RESPONSE,
    inNetwork: NETWORK_DEMAND_RESPONSE,
  },
};
