/** A module by its id, or 404. */
import { NotFound } from '../errors.ts';
import { MODULES, type Module } from './catalog.ts';

export function findModule(id: string): Module {
  const module = MODULES.find((known) => known.id === id);
  if (!module) throw new NotFound('Module not found');
  return module;
}
