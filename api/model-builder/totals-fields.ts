/** Fields of sums over the kept hours of one solve, or of all solves of an execution. */
import { mixed } from 'yup';
import { finite, optionalQuantity, quantity } from '../../temporal/case/elements/units.ts';

const isNumbers = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

const byUnit = (description: string) => mixed(isNumbers).required().meta({ description });

export const totalsFields = () => ({
  energy_usd: quantity('$', 'Energy above minimum output'),
  no_load_usd: quantity('$', 'No-load cost'),
  startup_usd: quantity('$', 'Startup cost'),
  shutdown_usd: optionalQuantity('$', 'Shutdown cost; absent if no unit has one'),
  penalty_usd: quantity('$', 'Penalties of soft limits: load not served, reserve shortage, exceeded limits'),
  bid_value_usd: optionalQuantity('$', 'Value of the accepted demand of bids; absent without such bids'),
  load_mwh: quantity('MWh', 'Energy demanded'),
  peak_load_mw: quantity('MW', 'Highest hourly demand'),
  unserved_mwh: quantity('MWh', 'Energy not supplied'),
  average_lmp_usd_per_mwh: finite()
    .nullable()
    .defined()
    .meta({ unit: '$/MWh', description: 'Load-weighted average price; null without load or prices' }),
  generation_mwh: byUnit('Unit -> MWh'),
  starts: byUnit('Unit -> number of starts'),
});
