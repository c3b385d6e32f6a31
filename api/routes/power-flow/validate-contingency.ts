/** POST /modules/power-flow/validate-contingency */
import { boolean, number, object, string } from 'yup';
import { finite, optionalQuantity, quantity } from '../../../temporal/messages/units.ts';
import { checkContingency } from '../../power-flow/check-contingency.ts';
import { defineRoute, reply } from '../../route.ts';
import { messages } from './reply-fields.ts';

const imbalance = (description: string) =>
  number()
    .nullable()
    .defined()
    .meta({ unit: 'MW', description: `${description}; null without inertia` });

export const validateContingency = defineRoute({
  method: 'post',
  path: '/modules/power-flow/validate-contingency',
  summary: 'Whether the inertia of a system can take the rate of change of frequency of a contingency',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  body: object({
    contingency: string().required().meta({ description: 'What is lost' }),
    system_inertia_mw_s: finite()
      .required()
      .meta({ description: 'Kinetic energy of the rotating masses, MW s' }),
    projected_rate_of_change_freq: quantity('Hz/s', 'Rate of change of frequency; its sign does not matter'),
    power_imbalance_mw: optionalQuantity('MW', 'Power that is lost').nullable(),
    nominal_frequency_hz: optionalQuantity('Hz', 'Default: GRID_FREQUENCY_HZ').moreThan(0).nullable(),
    rocof_limit_hz_s: optionalQuantity('Hz/s', 'Default: PF_ROCOF_LIMIT_HZ_S').moreThan(0).nullable(),
  }),
  example: {
    body: { contingency: 'loss_of_unit_7', system_inertia_mw_s: 50000, projected_rate_of_change_freq: -0.5 },
    reply: {
      valid: true,
      violations: [],
      warnings: [],
      details: {
        contingency: 'loss_of_unit_7',
        rocof_hz_s: 0.5,
        rocof_limit_hz_s: 1,
        nominal_frequency_hz: 60,
        implied_imbalance_mw: 833.3333,
        max_imbalance_mw_at_limit: 1666.6667,
      },
    },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No violations' }),
      violations: messages('Limits that are exceeded'),
      warnings: messages('What is unusual'),
      details: object({
        contingency: string().required(),
        rocof_hz_s: number().required().meta({ unit: 'Hz/s', description: 'Without its sign' }),
        rocof_limit_hz_s: number().required().meta({ unit: 'Hz/s' }),
        nominal_frequency_hz: number().required().meta({ unit: 'Hz' }),
        implied_imbalance_mw: imbalance('Power whose loss changes the frequency at this rate'),
        max_imbalance_mw_at_limit: imbalance('Power whose loss changes the frequency at the limit'),
      }).required(),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, checkContingency(body, deps.settings)),
});
