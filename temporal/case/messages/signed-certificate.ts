/**
 * A certificate that can be verified without the service: a statement, and the service's signature of its canonical
 * JSON.
 */
import { array, type InferType, number, object, string } from 'yup';
import { JOB_TYPES } from '../../solvers.ts';
import { certificateSchema } from './certificate.ts';
import { TERMINATION_STATUSES } from './result.ts';

export const STATEMENT_FORMAT = 'grid-certificate/1';

const sha256 = (description: string) =>
  string()
    .matches(/^[0-9a-f]{64}$/)
    .required()
    .meta({ description: `SHA-256, hex: ${description}` });

const statementSchema = object({
  format: string()
    .oneOf([STATEMENT_FORMAT] as const)
    .required(),
  job_id: string().required(),
  job_type: string().oneOf(JOB_TYPES).required(),
  ended_at: string().datetime({ precision: 3 }).required(),
  case_sha256: sha256('the canonical JSON (RFC 8785) of the case, as `payload` gives it'),
  schedule_sha256: sha256('the canonical JSON (RFC 8785) of the result, as `results` gives it as a whole'),
  verifier_sha256: string().nullable().defined().meta({
    description: 'SHA-256 of the sources of the verifier used; null if an older result lacks it',
  }),
  termination_status: string().oneOf(TERMINATION_STATUSES).required(),
  objective_value: number().nullable().defined().meta({ unit: '$', description: 'Objective of the result' }),
  total_cost_usd: number()
    .nullable()
    .defined()
    .meta({ unit: '$', description: 'Operating cost of the result' }),
  certificate: certificateSchema.required(),
});
export type Statement = InferType<typeof statementSchema>;

const signature = string().required().meta({
  description:
    'JWS in compact form with detached payload (RFC 7515, appendix F): Ed25519 over the canonical JSON of `statement`; `kid` names the key in `/.well-known/jwks.json`, `iat` is the time of signing',
});

export const signedCertificateSchema = object({ statement: statementSchema.required(), signature });
export type SignedCertificate = InferType<typeof signedCertificateSchema>;

export const RUN_FORMAT = 'grid-run-certificate/1';

const runStatementSchema = object({
  format: string()
    .oneOf([RUN_FORMAT] as const)
    .required(),
  execution_id: string().required(),
  ended_at: string().datetime({ precision: 3 }).required(),
  days: number()
    .integer()
    .min(1)
    .required()
    .meta({ description: 'Days with a schedule: leaves of the tree' }),
  root_sha256: sha256(
    'root of the Merkle tree (RFC 9162) over the canonical JSON of `{day, statement}` of each day',
  ),
});

const leafSchema = object({
  day: number().integer().min(1).required(),
  leaf_sha256: sha256('leaf of the day'),
});

const dayProofSchema = object({
  day: number().integer().min(1).required(),
  index: number().integer().min(0).required().meta({ description: 'Position of the leaf, 0-based' }),
  statement: statementSchema.required(),
  proof: array(string().required())
    .required()
    .meta({ description: 'Sibling hashes on the path from the leaf to the root, nearest to the leaf first' }),
});

export const signedRunSchema = object({
  statement: runStatementSchema.required(),
  signature,
  leaves: array(leafSchema).required(),
  day: dayProofSchema.optional().default(undefined).meta({ description: 'Present if a day was requested' }),
});
export type SignedRun = InferType<typeof signedRunSchema>;

export const CONNECTIONS_FORMAT = 'grid-connections-certificate/1';

export const signedConnectionsSchema = object({
  statement: object({
    format: string()
      .oneOf([CONNECTIONS_FORMAT] as const)
      .required(),
    study_id: string().required(),
    ended_at: string().datetime({ precision: 3 }).required(),
    network_version: string().required(),
    results_sha256: sha256('the canonical JSON (RFC 8785) of the results of the study'),
    runs: array(
      object({
        execution_id: string().required(),
        root_sha256: sha256('root of the certificate of the run'),
      }),
    )
      .required()
      .meta({
        description: 'Runs that show at_least, and whose solves have the multipliers that prove at_most',
      }),
  }).required(),
  signature,
});
export type SignedConnections = InferType<typeof signedConnectionsSchema>;

export const jwksSchema = object({
  keys: array(
    object({
      kty: string().required(),
      crv: string().required(),
      x: string().required().meta({ description: 'The public key, base64url (RFC 8037)' }),
      kid: string().required().meta({ description: 'Thumbprint of the key (RFC 7638)' }),
      alg: string().required(),
      use: string().required(),
      nbf: number().required().meta({ unit: 's', description: 'Start of use, Unix time' }),
      exp: number().optional().meta({
        unit: 's',
        description: 'End of use, Unix time; earlier signatures stay valid; absent = in use',
      }),
    }),
  ).required(),
});
export type Jwks = InferType<typeof jwksSchema>;
