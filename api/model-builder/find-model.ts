/** The model of an id, or 404. */
import { findPcmModel, type PcmModel } from '../../temporal/pcm-models.ts';
import { NotFound } from '../errors.ts';

export function findModel(id: string): PcmModel {
  const model = findPcmModel(id);
  if (!model) throw new NotFound(`Model '${id}' not found`);
  return model;
}
