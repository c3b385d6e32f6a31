/** Which modules an account may use; an account without a grant of its own has its role's. */
import { Forbidden } from '../errors.ts';
import type { Principal, Role } from './principal.ts';

export const ACCESS_LEVELS = ['none', 'basic', 'standard', 'premium'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

const MODULES = ['analyst', 'power-flow', 'model-builder', 'model-tuner'] as const;
export type ModuleId = (typeof MODULES)[number];

const ROLE_LEVELS: Readonly<Record<Role, Readonly<Record<ModuleId, AccessLevel>>>> = {
  user: { analyst: 'standard', 'power-flow': 'standard', 'model-builder': 'standard', 'model-tuner': 'none' },
  admin: {
    analyst: 'premium',
    'power-flow': 'premium',
    'model-builder': 'premium',
    'model-tuner': 'premium',
  },
};

/** Throws `Forbidden` unless the user may use the module. */
export function requireModule({ role }: Pick<Principal, 'role'>, moduleId: ModuleId): void {
  if (ROLE_LEVELS[role][moduleId] === 'none') throw new Forbidden(`No access to module ${moduleId}`);
}
