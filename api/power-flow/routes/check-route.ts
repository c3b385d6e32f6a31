/** What the routes of power-flow share: their needs, how checks are declared, and fields of replies. */
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

/** What all routes of the feature have in common. */
export const POWER_FLOW = {
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
} as const;

/** A call of each check and its reply. */
const EXAMPLES: Readonly<Record<string, Example>> = JSON.parse(
  readFileSync(new URL('./examples.json', import.meta.url), 'utf8'),
);

/** What the route of a check has whatever it checks: data in, findings out. */
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
