/** GET /audit/verify */
import { boolean, number, object, string } from 'yup';
import { CHAIN_PROBLEMS } from '../../../mongo/audit/verify-chain.ts';
import { defineRoute, reply } from '../../route.ts';

const firstBad = object({
  seq: number().integer().defined().nullable().meta({ description: 'Null for an entry outside the chain' }),
  id: string().defined().nullable().meta({ description: 'Null for an entry that is not there' }),
  problem: string().oneOf(CHAIN_PROBLEMS).required(),
});

export const verify = defineRoute({
  method: 'get',
  path: '/audit/verify',
  summary: 'Whether the audit log is as it was written: reads the whole chain of hashes',
  tag: 'Audit',
  auth: 'admin',
  keys: 'refused',
  responses: {
    200: object({
      valid: boolean().required(),
      entries: number().integer().min(0).required().meta({
        description: 'Entries from the start of the chain up to the first bad one, or all of them',
      }),
      first_bad: firstBad.defined().nullable().default(undefined),
    }),
  },
  handle: async ({ deps }) => reply(200, await deps.audit.verify()),
});
