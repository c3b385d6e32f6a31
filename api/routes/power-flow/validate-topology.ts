/** POST /modules/power-flow/validate-topology */
import { boolean, number, object } from 'yup';
import { inSlices } from '../../../temporal/json/in-slices.ts';
import { checkTopology } from '../../power-flow/check-topology.ts';
import { flag, id, itemList, reference } from '../../power-flow/item-list.ts';
import { defineRoute, reply } from '../../route.ts';
import { idGroups, idList, messages } from './reply-fields.ts';

const count = () => number().integer().required();

export const validateTopology = defineRoute({
  method: 'post',
  path: '/modules/power-flow/validate-topology',
  summary: 'Whether the lines in service connect all buses',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  query: object({ summary: boolean().default(false).meta({ description: 'Reply with counts too' }) }),
  body: object({
    buses: itemList({ id: id('Bus') }, 'Buses').required(),
    lines: itemList(
      {
        id: reference('Line; messages name its place in the list when absent'),
        from_bus: id('Bus'),
        to_bus: id('Bus'),
        in_service: flag('false: connects nothing'),
      },
      'Lines',
    ).required(),
  }),
  example: {
    body: {
      buses: [{ id: 1 }, { id: 2 }, { id: 3 }],
      lines: [
        { from_bus: 1, to_bus: 2 },
        { from_bus: 2, to_bus: 3 },
        { from_bus: 3, to_bus: 1 },
      ],
    },
    reply: { valid: true, floating_buses: [], islands: [], critical_issues: [], warnings: [] },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No critical issues' }),
      floating_buses: idList('Buses without a line'),
      islands: idGroups('All islands, largest first; empty when the network is connected'),
      critical_issues: messages('What makes the network unfit'),
      warnings: messages('Parallel lines'),
      summary: object({
        buses: count(),
        lines: count(),
        components: count(),
        radial_buses: count().meta({ description: 'Buses with one line' }),
      })
        .optional()
        .default(undefined),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ query, body }) => {
    const { summary, ...checked } = await inSlices(checkTopology(body));
    return reply(200, query.summary ? { ...checked, summary } : checked);
  },
});
