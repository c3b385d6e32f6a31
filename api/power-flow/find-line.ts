/** The line that a client names, in the networks that the client may read. */
import type { Networks } from '../../mongo/networks.ts';
import type { NetworkLine } from '../../temporal/case/messages/network-record.ts';
import { NotFound } from '../http/errors.ts';

/** Networks are read one at a time, their names in pages. */
const PAGE = 50;

type NetworkReader = Pick<Networks, 'find' | 'list' | 'read'>;

interface FoundLine {
  readonly network_id: string;
  readonly line: NetworkLine;
}

/** Without a network: in those of the owner, the last changed first, then in the shared ones. */
export async function findLine(
  networks: NetworkReader,
  owner: string,
  lineId: string,
  networkId?: string,
): Promise<FoundLine> {
  if (networkId !== undefined && !(await networks.find(owner, networkId))) {
    throw new NotFound(`Network '${networkId}' not found`);
  }
  for await (const network_id of networkId === undefined ? idsOf(networks, owner) : [networkId]) {
    const found = await networks.read(owner, network_id);
    const line = found?.content.lines.find(({ id }) => id === lineId);
    if (line) return { network_id, line };
  }
  throw new NotFound(`Line '${lineId}' not found`);
}

async function* idsOf(networks: NetworkReader, owner: string): AsyncGenerator<string, void, void> {
  for (let offset = 0; ; offset += PAGE) {
    const { records, total } = await networks.list(owner, PAGE, offset);
    for (const { id } of records) yield id;
    if (offset + PAGE >= total) return;
  }
}
