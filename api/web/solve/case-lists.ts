/** Lists of a case as the page shows them, with the names and the editable fields of their elements. */

export interface CaseField {
  readonly name: string;
  readonly text: string;
  /** True for a field with one number per hour. */
  readonly isSeries?: true;
  /** True for a field with one number, or one per hour. */
  readonly varies?: true;
  /** True if the field may be empty (no limit), or `none` in an hour of a series. */
  readonly isOptional?: true;
  /** Name of the field that replaces this field if it is present. */
  readonly ruledBy?: string;
}

export interface CaseList {
  /** Name of the list in the payload. */
  readonly name: string;
  readonly text: string;
  /** Type of the element in findings, unless it is the name of the list in the singular. */
  readonly element?: string;
  /** Name of the field with the element's id. */
  readonly id: string;
  readonly fields: readonly CaseField[];
}

export const CASE_LISTS: readonly CaseList[] = [
  {
    name: 'generators',
    text: 'Units',
    id: 'name',
    fields: [
      { name: 'bus', text: 'Bus' },
      { name: 'p_min', text: 'Pmin, MW', varies: true },
      { name: 'p_max', text: 'Pmax, MW', varies: true },
      { name: 'marginal_cost', text: 'Cost, $/MWh', ruledBy: 'cost_curve', varies: true },
      { name: 'no_load_cost', text: 'No-load, $/h', ruledBy: 'cost_curve', varies: true },
      { name: 'startup_cost', text: 'Start, $', ruledBy: 'startup_categories', varies: true },
      { name: 'ramp_up', text: 'Ramp up, MW/h', isOptional: true, varies: true },
      { name: 'ramp_down', text: 'Ramp down, MW/h', isOptional: true, varies: true },
      { name: 'min_uptime', text: 'Min up, h' },
      { name: 'min_downtime', text: 'Min down, h' },
      { name: 'initial_status', text: 'Initial status, h' },
    ],
  },
  {
    name: 'loads',
    text: 'Loads',
    element: 'bus',
    id: 'bus',
    fields: [
      { name: 'values', text: 'Load by hour, MW', isSeries: true },
      { name: 'unserved_energy_usd_per_mwh', text: 'Lost load, $/MWh', varies: true, isOptional: true },
    ],
  },
  {
    name: 'transmission_lines',
    text: 'Lines',
    element: 'line',
    id: 'id',
    fields: [
      { name: 'from_bus', text: 'From bus' },
      { name: 'to_bus', text: 'To bus' },
      { name: 'x_pu', text: 'Reactance, pu' },
      { name: 'rating_mw', text: 'Rating, MW', isOptional: true, varies: true },
      {
        name: 'emergency_rating_mw',
        text: 'Emergency rating, MW',
        isOptional: true,
        varies: true,
      },
    ],
  },
  {
    name: 'dc_lines',
    text: 'DC lines',
    id: 'id',
    fields: [
      { name: 'from_bus', text: 'From bus' },
      { name: 'to_bus', text: 'To bus' },
      { name: 'p_min_mw', text: 'Pmin, MW', varies: true },
      { name: 'p_max_mw', text: 'Pmax, MW', varies: true },
      { name: 'loss_factor', text: 'Loss, share', isOptional: true },
      { name: 'cost_usd_per_mwh', text: 'Cost, $/MWh', isOptional: true },
      { name: 'ramp_up', text: 'Ramp up, MW/h', isOptional: true },
      { name: 'ramp_down', text: 'Ramp down, MW/h', isOptional: true },
    ],
  },
  {
    name: 'interfaces',
    text: 'Interfaces',
    id: 'id',
    fields: [
      { name: 'p_min_mw', text: 'Least flow, MW', isOptional: true, varies: true },
      { name: 'p_max_mw', text: 'Largest flow, MW', isOptional: true, varies: true },
    ],
  },
  {
    name: 'phase_shifters',
    text: 'Phase shifters',
    id: 'line',
    fields: [
      { name: 'min_deg', text: 'Least angle, deg' },
      { name: 'max_deg', text: 'Largest angle, deg' },
    ],
  },
  {
    name: 'renewables',
    text: 'Renewables',
    id: 'name',
    fields: [
      { name: 'bus', text: 'Bus' },
      { name: 'p_max', text: 'Available by hour, MW', isSeries: true },
    ],
  },
  {
    name: 'storage',
    text: 'Storage',
    id: 'name',
    fields: [
      { name: 'bus', text: 'Bus' },
      { name: 'energy_mwh', text: 'Energy, MWh' },
      { name: 'charge_mw', text: 'Charge, MW', varies: true },
      { name: 'discharge_mw', text: 'Discharge, MW', varies: true },
      { name: 'efficiency', text: 'Efficiency', isOptional: true },
      { name: 'initial_mwh', text: 'Initial, MWh', isOptional: true },
      { name: 'inflow_mw', text: 'Inflow, MW', isOptional: true, varies: true },
    ],
  },
];

export const listNamed = (name: string): CaseList | undefined =>
  CASE_LISTS.find((list) => list.name === name);
