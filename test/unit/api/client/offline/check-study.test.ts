/** The check of a connection study without a server passes signed results, and finds every change to them. */
import assert from 'node:assert/strict';
import { checkCertificate } from '../../../../../api/client/offline/check-certificate.ts';
import { conclusion } from '../../../../../api/client/offline/findings.ts';
import { type Evidence, readEvidence } from '../../../../../api/client/offline/read-certificate.ts';
import {
  CONNECTIONS_FORMAT,
  type SignedConnections,
} from '../../../../../temporal/case/messages/signed-certificate.ts';
import { canonicalSha256 } from '../../../../../temporal/json/sha256.ts';
import { testKeys } from '../../../../support/cases/certified-case.ts';

const OPERATION = { total_cost_usd: 1200.5, co2_t: 30.25 };
const BINDING = { hour: 19, kind: 'line', id: 'L7', contingency: 'L3', shadow: 0.75 };

const candidate = (bus: number, mw: number) => ({
  ...{ bus, kind: 'load', binding: [BINDING], remedy: { ...BINDING, change_mw: mw / 5 } },
  firm_mw: { at_least: mw, at_most: mw + 0.5, execution_id: `firm-${bus}` },
  flexible_mw: [{ hours: 3, at_least: mw + 20, at_most: mw + 21, execution_id: `flexible-${bus}` }],
  operation: { ...OPERATION, execution_id: `firm-${bus}` },
  bound_ids: [`bound-${bus}`],
});

const resultsOf = (study_id: string) => ({
  study_id,
  base: { ...OPERATION, execution_id: 'base', serves: true, message: null },
  candidates: [candidate(3, 100), candidate(8, 140)],
});
type Results = ReturnType<typeof resultsOf>;

const runsOf = ({ base, candidates }: Results) =>
  [
    base.execution_id,
    ...candidates.flatMap(({ bus }) => [`bound-${bus}`, `firm-${bus}`, `flexible-${bus}`]),
  ].map((execution_id) => ({ execution_id, root_sha256: canonicalSha256(execution_id) }));

const statementOf = (results: Results, runs = runsOf(results)): SignedConnections['statement'] => ({
  ...{ format: CONNECTIONS_FORMAT, study_id: results.study_id, network_version: 'v7', runs },
  ended_at: '2026-01-01T11:59:59.000Z',
  results_sha256: canonicalSha256(results),
});

describe('a check of a connection study', () => {
  const keys = testKeys();
  const other = testKeys();
  const sign = <S extends object>(statement: S, by = keys) => by.sign(statement);
  const results = resultsOf('s1');
  const unfit = async (evidence: Evidence): Promise<string[]> => {
    const { findings } = await checkCertificate({ keys: await keys.published(), ...evidence });
    return findings.filter(({ fits }) => fits === false).map(({ part }) => part);
  };

  it('finds no fault in what the service signed, and says that it repeated no run', async () => {
    const certificate = await sign(statementOf(results));
    const files = [certificate, results, await keys.published()].map((file) =>
      readEvidence(JSON.stringify(file)),
    );
    const verdict = await checkCertificate(Object.assign({}, ...files));
    assert.deepEqual(
      verdict.findings.map(({ part, fits }) => [part, fits]),
      [
        ...[['certificate', true] as const, ['key', true] as const, ['signature', true] as const],
        ...[['results', true] as const, ['figures', true] as const, ['rules', null] as const],
      ],
    );
    assert.equal(conclusion(verdict).words, 'Not everything could be checked: rules.');
    assert.match(verdict.findings.at(-1)?.message ?? '', /did not run: .* in 7 runs/);
    const { findings } = await checkCertificate({ certificate, keys: await keys.published() });
    assert.equal(findings.find(({ part }) => part === 'results')?.fits, null);
  });

  const changed = (change: (results: Results) => unknown): (() => Promise<Evidence>) => {
    const copy = structuredClone(results);
    change(copy);
    return async () => ({ certificate: await sign(statementOf(results)), schedule: copy });
  };
  const first = ({ candidates }: Results) => candidates[0] ?? assert.fail();
  const forged = (change: Partial<SignedConnections['statement']>) => async (): Promise<Evidence> => {
    const signed = await sign(statementOf(results));
    return { certificate: { ...signed, statement: { ...signed.statement, ...change } }, schedule: results };
  };

  for (const [name, evidence, parts] of [
    ['a larger lower end', changed((r) => (first(r).firm_mw.at_least += 0.25)), ['results']],
    ['a lower end above the upper', changed((r) => (first(r).firm_mw.at_least += 1)), ['results', 'figures']],
    ['another cost', changed((r) => (first(r).operation.total_cost_usd -= 1)), ['results']],
    ['another limit that binds', changed((r) => first(r).binding.pop()), ['results']],
    ['candidates that changed places', changed((r) => r.candidates.reverse()), ['results']],
    [
      'candidates that changed buses',
      changed((r) => {
        for (const each of r.candidates) each.bus = 11 - each.bus;
      }),
      ['results'],
    ],
    ['a candidate less', changed((r) => r.candidates.pop()), ['results', 'figures']],
    ['a candidate twice', changed((r) => r.candidates.push(first(r))), ['results', 'figures']],
    [
      'a run that is not signed',
      changed((r) => (first(r).firm_mw.execution_id = 'x')),
      ['results', 'figures'],
    ],
    [
      'another hash of the results',
      forged({ results_sha256: canonicalSha256('x') }),
      ['signature', 'results'],
    ],
    ['another end', forged({ ended_at: '2026-01-01T11:59:58.000Z' }), ['signature']],
    ['another version of the network', forged({ network_version: 'v8' }), ['signature']],
    ['a run less', forged({ runs: runsOf(results).slice(1) }), ['signature', 'figures']],
    [
      'another root of a run',
      forged({ runs: runsOf(results).map((run) => ({ ...run, root_sha256: canonicalSha256('x') })) }),
      ['signature'],
    ],
    [
      'the statement of another study',
      async () => ({ certificate: await sign(statementOf(resultsOf('s2'))), schedule: results }),
      ['results', 'figures'],
    ],
    [
      'the signature of another study',
      async () => {
        const { signature } = await sign(statementOf(resultsOf('s2')));
        return { certificate: { statement: statementOf(results), signature }, schedule: results };
      },
      ['signature'],
    ],
    [
      'a signature by another service',
      async () => ({ certificate: await sign(statementOf(results), other), schedule: results }),
      ['key'],
    ],
  ] as const)
    it(`finds ${name}`, async () => {
      assert.deepEqual(await unfit(await evidence()), parts);
    });

  it('finds what makes no sense although it was signed', async () => {
    const wrong = resultsOf('s1');
    first(wrong).flexible_mw = [{ hours: 3, at_least: 1, at_most: 2, execution_id: 'flexible-3' }];
    const runs = [...runsOf(wrong), { execution_id: 'y', root_sha256: canonicalSha256('y') }];
    const certificate = await sign(statementOf(wrong, runs));
    assert.deepEqual(await unfit({ certificate, schedule: wrong }), ['figures']);
  });

  it('refuses what is not a study, whatever it is', async () => {
    const odd = { ...statementOf(results), runs: 3 };
    assert.deepEqual(await unfit({ certificate: await sign(odd), schedule: results }), ['certificate']);
    for (const schedule of [3, null, [], { candidates: [null] }, { base: {}, candidates: [{}] }])
      assert.deepEqual(await unfit({ certificate: await sign(statementOf(results)), schedule }), [
        ...['results', 'figures'],
      ]);
  });
});
