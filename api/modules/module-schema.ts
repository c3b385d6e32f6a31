/** Modules and subscriptions in replies. */
import { array, boolean, object, string } from 'yup';
import { ACCESS_LEVELS } from './catalog.ts';

const accessLevel = () => string().oneOf(ACCESS_LEVELS).required();
const features = () => array(string().required()).required();

export const moduleSchema = object({
  id: string().required(),
  name: string().required(),
  description: string().required(),
  version: string().required(),
  has_access: boolean().required(),
  access_level: accessLevel(),
  features_enabled: features(),
});

export const moduleAccessSchema = object({
  module_id: string().required(),
  has_access: boolean().required(),
  access_level: accessLevel(),
  features_enabled: features(),
});

export const subscriptionSchema = object({
  module_id: string().required(),
  access_level: accessLevel(),
  features_enabled: features(),
  subscribed_at: string().datetime({ precision: 3 }).required(),
  last_accessed: string().datetime({ precision: 3 }).nullable().defined(),
});
