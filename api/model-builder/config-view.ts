/** A stored configuration -> what clients see of it (pure). */
import type { ConfigRecord } from '../../mongo/configs.ts';
import type { ConfigSummary, SavedConfig } from '../schemas/saved-config.ts';

export const toConfigSummary = ({ _id, name, pcm_model_id, created_at }: ConfigRecord): ConfigSummary => ({
  config_id: _id,
  name,
  pcm_model_id,
  created_at: created_at.toISOString(),
});

export const toSavedConfig = (config: ConfigRecord): SavedConfig => ({
  ...toConfigSummary(config),
  description: config.description,
  solver: { ...config.solver },
});
