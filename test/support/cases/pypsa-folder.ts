/** A CSV folder of PyPSA: five buses of which one is gas, an element of every kind, two days of series. */
import type { Tables } from './rts-tables.ts';

const HOURS = Array.from({ length: 48 }, (_, hour) => hour);
const stamp = (hour: number): string =>
  `2013-01-0${1 + Math.floor(hour / 24)} ${String(hour % 24).padStart(2, '0')}:00:00`;

const series = (columns: readonly string[], value: (hour: number, column: number) => number): string =>
  [
    ['snapshot', ...columns].join(','),
    ...HOURS.map((hour) => [stamp(hour), ...columns.map((_, c) => value(hour, c))].join(',')),
  ].join('\n');

/** Equal calls give equal tables, which a test may change. */
export const pypsaFolder = (): Tables => ({
  'network.csv': 'name,pypsa_version,srid\nFive buses,0.35.0,4326',
  'snapshots.csv': [
    'snapshot,objective,stores,generators',
    ...HOURS.map((hour) => `${stamp(hour)},1.0,1.0,1.0`),
  ].join('\n'),
  'carriers.csv':
    'name,co2_emissions,color\nAC,0,red\nlignite,0.4,brown\ngas,0.2,grey\nwind,0,blue\nhydro,0,aqua',
  'buses.csv': `name,v_nom,x,y,carrier,country,control
North,380,10.0,54.0,AC,DE,Slack
South,380,11.5,48.1,AC,DE,PQ
East,220,13.4,52.5,AC,DE,PV
Oslo,300,10.7,59.9,AC,NO,PQ
gas pipe,,0,0,gas,,`,
  'lines.csv': `name,bus0,bus1,type,x,r,s_nom,length,num_parallel,s_max_pu,capital_cost
1,North,South,,28.88,2.888,1000,600,1,0.7,5
2,North,South,Al/St 240/40 4-bundle 380.0,0,0,1700,600,2,1,5`,
  'transformers.csv': `name,bus0,bus1,x,r,s_nom,tap_ratio,phase_shift
1,North,East,0.1,0.01,500,1.05,-3`,
  'links.csv': `name,bus0,bus1,p_nom,p_min_pu,p_max_pu,efficiency,carrier
NordLink,North,Oslo,1400,-1,1,1,DC
losses,South,Oslo,300,0,1,0.97,DC
gas plant,gas pipe,South,100,0,1,0.5,gas`,
  'generators.csv': `name,bus,p_nom,carrier,marginal_cost,efficiency,committable,p_min_pu,start_up_cost,shut_down_cost,min_up_time,min_down_time,up_time_before,down_time_before,ramp_limit_up,ramp_limit_down,ramp_limit_start_up,stand_by_cost,e_sum_max
lignite,North,600,lignite,20,0.4,True,0.5,9000,500,6,4,8,0,0.25,0.3,0.6,100,inf
gas,South,400,gas,60,0.5,False,0,0,0,0,0,1,0,,,1,0,inf
waste,East,50,waste,5,1,False,0.4,0,0,0,0,1,0,,,1,0,inf
wind,North,900,wind,0,1,False,0,0,0,0,0,1,0,,,1,0,inf`,
  'generators-p_max_pu.csv': series(['wind'], (hour) => ((hour * 7) % 20) / 20),
  'loads.csv': 'name,bus,p_set\nload S,South,0\nload E,East,80\nload N,North,0',
  'loads-p_set.csv': series(['load S', 'load N'], (hour, load) => 300 + 100 * load + (hour % 24)),
  'storage_units.csv': `name,bus,p_nom,max_hours,efficiency_store,efficiency_dispatch,state_of_charge_initial,cyclic_state_of_charge,p_min_pu,carrier,marginal_cost
pumped,South,100,6,0.9,0.8,150,False,-1,PHS,0
battery,East,20,4,0.95,0.95,0,True,-1,battery,0
reservoir,Oslo,500,400,1,0.9,50000,False,0,hydro,1`,
  'storage_units-inflow.csv': series(['reservoir'], () => 100),
  'stores.csv': 'name,bus,e_nom\ncavern,gas pipe,1000',
  'global_constraints.csv': 'name,type,constant\nCO2Limit,primary_energy,1000',
  'buses-marginal_price.csv': series(['North'], () => 20),
});
