/** Title, description and security schemes of the OpenAPI document. */
import type { About } from './http/openapi.ts';
import { TAGS } from './http/route.ts';

export const ABOUT: About = {
  title: 'Grid Optimization Service',
  version: '1.0.0',
  description: `Unit commitment, security-constrained unit commitment and economic dispatch as durable jobs.
Every path also works without the \`/api\` prefix. Sign in with POST /api/auth/login and send
\`Authorization: Bearer <access_token>\`.`,
  prefix: '/api',
  tags: TAGS,
  securitySchemes: {
    bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    shareLink: {
      type: 'http',
      scheme: 'bearer',
      description: 'Secret of a shared link; reads only the shared item',
    },
  },
  credentials: ({ keys, shared }) => [
    ...(shared === 'any' ? [] : [{ bearerAuth: [] }]),
    ...(shared === 'any' || keys === 'refused' ? [] : [{ apiKey: [] }]),
    ...(shared ? [{ shareLink: [] }] : []),
  ],
};
