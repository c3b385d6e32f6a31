/**
 * Fields that the replies of several checks have in common.
 */
import { array, object, string } from 'yup';
import { ELEMENT_TYPES, SEVERITIES } from '../findings.ts';
import { elementId } from '../item-list.ts';

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
