/** What the routes of power-flow share: their needs, how checks are declared, and fields of replies. */
import { array, object, string } from 'yup';
import type { Networks } from '../../../mongo/networks.ts';
import { routesFor } from '../../http/route.ts';
import { ELEMENT_TYPES, SEVERITIES } from '../findings.ts';
import { elementId } from '../item-list.ts';
import type { PowerFlowLimits } from '../limits.ts';

export interface PowerFlowDeps {
  readonly networks: Pick<Networks, 'find' | 'list' | 'read'>;
  readonly settings: PowerFlowLimits;
}

export const defineRoute = routesFor<PowerFlowDeps>();

/** What all routes of the feature have in common. */
export const POWER_FLOW = {
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
} as const;

/** What all checks have in common: data in, findings out. */
export const CHECK = { ...POWER_FLOW, method: 'post' } as const;

export const messages = (description: string) => array(string().required()).required().meta({ description });

export const findings = () =>
  array(
    object({
      code: string().required(),
      severity: string().oneOf(SEVERITIES).required(),
      element_type: string().oneOf(ELEMENT_TYPES).required(),
      element_id: elementId('As it was sent'),
      message: string().required(),
    }),
  )
    .required()
    .meta({ description: 'The same for machines' });

export const idList = (description: string) =>
  array(elementId('As it was sent')).required().meta({ description });

export const idGroups = (description: string) =>
  array(array(elementId('As it was sent')).required())
    .required()
    .meta({ description });
