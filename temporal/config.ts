/** Where Temporal is and how to prove who we are. */
import { type InferType, object, string } from 'yup';

export const temporalSettings = object({
  TEMPORAL_ADDRESS: string().default('127.0.0.1:7233').meta({ description: 'host:port of the frontend' }),
  TEMPORAL_NAMESPACE: string().default('default').meta({ description: 'Namespace of all workflows' }),
  TEMPORAL_API_KEY: string().optional().meta({ description: 'API key; turns TLS on' }),
  TEMPORAL_TLS_CERT: string().optional().meta({ description: 'Path of the client certificate (mTLS)' }),
  TEMPORAL_TLS_KEY: string().optional().meta({ description: 'Path of the key of TEMPORAL_TLS_CERT' }),
});
export type TemporalSettings = InferType<typeof temporalSettings>;
