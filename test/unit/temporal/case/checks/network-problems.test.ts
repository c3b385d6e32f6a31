/** Invalid networks are refused, with the place of the fault. */
import assert from 'node:assert/strict';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';
import {
  type NetworkBody,
  networkBody,
  toNetworkContent,
} from '../../../../../temporal/case/network-body.ts';
import { networkContentSchema } from '../../../../../temporal/case/network-schema.ts';
import { studyNetwork } from '../../../../support/cases/study-network.ts';
import { readTsv } from '../../../../support/read-tsv.ts';

const places = (network: NetworkBody): string[] => networkProblems(network).map(({ path }) => path.join('.'));

/** The network with a value at a place such as `generators.0.fuel`. */
function having(place: string, value: unknown): NetworkBody {
  const network = structuredClone(studyNetwork());
  const steps = place.split('.');
  const last = steps.pop() ?? '';
  const target = steps.reduce<Record<string, unknown>>(
    (at, step) => at[step] as Record<string, unknown>,
    network as unknown as Record<string, unknown>,
  );
  if (value === undefined) delete target[last];
  else target[last] = value;
  return network;
}

/**
 * Rows: a place, its new value (if empty, the field is removed), and the place that the refusal names, if it is another
 * one.
 */
const WRONG = readTsv('network-problems.tsv', ['place', 'value', 'found']);

describe('a network', () => {
  it('with every field is valid, and is stored with all of them', async () => {
    const network = studyNetwork();
    assert.deepEqual(places(network), []);
    const body = await networkBody.validate(network, { strict: true });
    const content = toNetworkContent(body);
    await networkContentSchema.validate(content, { strict: true });
    assert.deepEqual(JSON.parse(JSON.stringify(content)), JSON.parse(JSON.stringify(network)));
  });

  it('may leave out whether a DC line is in service', async () => {
    const [dc] = studyNetwork().dc_lines ?? [];
    const { in_service: _, ...rest } = dc ?? { in_service: true };
    const body = await networkBody.validate({ ...studyNetwork(), dc_lines: [rest] });
    assert.equal(toNetworkContent(body).dc_lines?.[0]?.in_service, true);
  });

  for (const { place, value, found: refusedPlace } of WRONG) {
    it(`is refused with ${place} = ${value || 'undefined'}`, () => {
      const wrong = places(having(place, value ? JSON.parse(value) : undefined));
      assert.ok(wrong.includes(refusedPlace || place), wrong.join(' '));
    });
  }

  it('needs a date for calendar data', () => {
    const { generators } = studyNetwork();
    const network = studyNetwork({
      generators: generators.map(({ maintenance: _, ...unit }) => unit),
      fuels: [{ name: 'Coal', price_usd_per_mmbtu: Array(12).fill(2) }],
    });
    assert.deepEqual(places(network), []);
    assert.deepEqual(places({ ...network, series_start: undefined }), ['fuels.0.price_usd_per_mmbtu']);
  });

  it('refuses dates that are none', async () => {
    await assert.rejects(networkBody.validate(having('generators.1.maintenance.0.from', 'July')), /ISO date/);
    await assert.rejects(networkBody.validate(having('series_start', '1 July 2024')), /ISO date/);
  });
});
