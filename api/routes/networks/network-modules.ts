/** Who may keep networks: whoever has one of the modules that work on them. */
import type { ModuleAccess } from '../../auth/require-module.ts';

export const NETWORK_MODULES: readonly ModuleAccess[] = [
  { id: 'analyst', level: 'basic' },
  { id: 'power-flow', level: 'basic' },
  { id: 'model-builder', level: 'basic' },
];
