/** Shared parts of the power-flow routes: dependencies, declaration of checks, fields of replies. */
import { readFileSync } from 'node:fs';
import { array, object, string } from 'yup';
import type { Networks } from '../../../mongo/networks.ts';
import { type Example, routesFor } from '../../http/route.ts';
import { ELEMENT_TYPES, SEVERITIES } from '../findings.ts';
import { elementId } from '../item-list.ts';
import type { PowerFlowLimits } from '../limits.ts';

export interface PowerFlowDeps {
  readonly networks: Pick<Networks, 'find' | 'list' | 'read'>;
  readonly settings: PowerFlowLimits;
}

export const defineRoute = routesFor<PowerFlowDeps>();

/** Properties that all routes of power-flow share. */
export const POWER_FLOW = {
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
} as const;

/** Name of a check -> example of a call and its reply. */
const EXAMPLES: Readonly<Record<string, Example>> = JSON.parse(
  readFileSync(new URL('./examples.json', import.meta.url), 'utf8'),
);

/** Properties of the route of a check, which receives data and returns findings. */
export const checkOf = (name: string) =>
  ({
    ...POWER_FLOW,
    method: 'post',
    path: `/modules/power-flow/${name}`,
    example: EXAMPLES[name] ?? {},
  }) as const;

export const messages = (description: string) => array(string().required()).required().meta({ description });

export const findings = () =>
  array(
    object({
      code: string().required(),
      severity: string().oneOf(SEVERITIES).required(),
      element_type: string().oneOf(ELEMENT_TYPES).required(),
      element_id: elementId('Id as sent'),
      message: string().required(),
    }),
  )
    .required()
    .meta({ description: 'The same findings in machine-readable form' });

export const idList = (description: string) =>
  array(elementId('Id as sent')).required().meta({ description });

export const idGroups = (description: string) =>
  array(array(elementId('Id as sent')).required())
    .required()
    .meta({ description });
