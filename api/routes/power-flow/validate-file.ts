/** POST /modules/power-flow/validate-file */

import { array, boolean, mixed, number, object, string } from 'yup';
import { networkBody } from '../../../temporal/messages/network-body.ts';
import { validateFile as validate } from '../../commands/validate-file.ts';
import { CHECKS } from '../../power-flow/check-file.ts';
import { ELEMENT_TYPES, type ElementId } from '../../power-flow/finding.ts';
import { defineRoute, reply } from '../../route.ts';
import { NETWORK } from '../networks/network-example.ts';

const count = () => number().integer().min(0).required();
const isId = (value: unknown): value is ElementId => typeof value === 'string' || typeof value === 'number';

const findings = () =>
  array(
    object({
      check: string().oneOf(CHECKS).required(),
      message: string().required(),
      code: string().nullable().defined(),
      element_type: string().oneOf(ELEMENT_TYPES).nullable().defined(),
      element_id: mixed(isId).nullable().defined(),
    }),
  ).required();

const body = object({
  matpower: string().min(1).optional().meta({ description: 'Text of a MATPOWER case file (.m, version 2)' }),
  network: networkBody.optional().default(undefined),
}).test('one', '', (value, context) => {
  const given = [value.matpower, value.network].filter((format) => format !== undefined).length;
  if (given === 1) return true;
  const message = given === 0 ? 'Field required: matpower or network' : 'Only one of matpower and network';
  return context.createError({ path: 'matpower', message });
});

export const validateFile = defineRoute({
  method: 'post',
  path: '/modules/power-flow/validate-file',
  summary: 'All checks of one case, a MATPOWER file or a network, by severity',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  body,
  example: { body: { network: NETWORK } },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      checks: array(string().oneOf(CHECKS).required()).required(),
      elements: object({ buses: count(), lines: count(), generators: count() }).required(),
      counts: object({ error: count(), warning: count(), info: count() }).required(),
      findings: object({ error: findings(), warning: findings(), info: findings() }).required(),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, await validate(deps, body)),
});
