/** The modules of the service, and the features that each access level opens. */
import { NotFound } from '../http/errors.ts';
import {
  type AccessLevel,
  includesLevel,
  type ModuleId,
  type ModuleLevels,
  type Role,
} from '../http/principal.ts';

export interface Module {
  readonly id: ModuleId;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Feature -> lowest access level that includes it. */
  readonly features: Readonly<Record<string, AccessLevel>>;
}

export const MODULES: readonly Module[] = [
  {
    id: 'analyst',
    name: 'Grid Analyst',
    description:
      'Unit commitment, security-constrained unit commitment and dispatch, experiments and their analysis',
    version: '1.0.0',
    features: {
      uc: 'basic',
      ed: 'basic',
      chat: 'basic',
      explain: 'basic',
      scuc: 'standard',
      experiments: 'standard',
    },
  },
  {
    id: 'power-flow',
    name: 'Power-Flow Validation',
    description: 'Checks of power-flow data: topology, impedances, limits, stability, ratings',
    version: '1.0.0',
    features: { validation: 'basic', stability: 'basic', ratings: 'basic' },
  },
  {
    id: 'model-builder',
    name: 'Model Builder',
    description: 'Production-cost models on stored networks',
    version: '1.0.0',
    features: { run: 'basic', 'ai-validate': 'basic', configs: 'standard' },
  },
  {
    id: 'model-tuner',
    name: 'Model Tuner',
    description: 'Diagnosis and tuning of models',
    version: '1.0.0',
    features: { 'ai-validate': 'basic', diagnosis: 'premium' },
  },
];

/** Role -> access levels of an account without grants of its own. */
export const ROLE_LEVELS: Readonly<Record<Role, ModuleLevels>> = {
  user: {
    analyst: 'standard',
    'power-flow': 'standard',
    'model-builder': 'standard',
    'model-tuner': 'none',
  },
  admin: {
    analyst: 'premium',
    'power-flow': 'premium',
    'model-builder': 'premium',
    'model-tuner': 'premium',
  },
};

export const featuresAt = ({ features }: Module, userLevel: AccessLevel): string[] =>
  userLevel === 'none'
    ? []
    : Object.entries(features)
        .filter(([, level]) => includesLevel(userLevel, level))
        .map(([feature]) => feature);

/** A module by its id, or 404. */
export function findModule(id: string): Module {
  const module = MODULES.find((each) => each.id === id);
  if (!module) throw new NotFound('Module not found');
  return module;
}
