/** The processes of a cluster: their names, their kinds, and the ports that each listens on. */

const COUNTS = {
  postgres: 1,
  temporal: 2,
  'temporal-proxy': 1,
  mongod: 3,
  orchestrator: 2,
  solver: 2,
  'solver-proxy': 1,
  api: 2,
  'api-proxy': 1,
} as const;

export type Kind = keyof typeof COUNTS;

export interface Member {
  /** The kind, with a number if there are several: `api-2`. */
  readonly name: string;
  readonly kind: Kind;
}

export const KINDS = Object.keys(COUNTS) as readonly Kind[];

export const MEMBERS: readonly Member[] = KINDS.flatMap((kind) =>
  Array.from({ length: COUNTS[kind] }, (_, at) => ({
    kind,
    name: COUNTS[kind] > 1 ? `${kind}-${at + 1}` : kind,
  })),
);

export const namesOf = (kind: Kind): readonly string[] =>
  MEMBERS.filter((member) => member.kind === kind).map(({ name }) => name);

/** Ports that a member listens on besides the port of its own name. */
const MORE: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  temporal: [
    'http',
    'history',
    'matching',
    'worker',
    ...['frontend', 'history', 'matching', 'worker'].map((service) => `${service}-membership`),
  ],
  'temporal-proxy': ['health'],
  'solver-proxy': ['health'],
  'api-proxy': ['health'],
};

/** Names of all ports: `api-2`, `temporal-1/history`. */
export const PORT_NAMES: readonly string[] = MEMBERS.filter(({ kind }) => kind !== 'orchestrator').flatMap(
  ({ name, kind }) => [name, ...(MORE[kind] ?? []).map((port) => `${name}/${port}`)],
);

/** Port of a name; throws for an unknown name. */
export type PortOf = (name: string) => number;
