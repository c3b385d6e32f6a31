/** The check without a server passes signed evidence, and finds every change to it. */
import assert from 'node:assert/strict';
import { certify } from '../../../../../activities/verifier/certify.ts';
import { checkCertificate } from '../../../../../api/client/offline/check-certificate.ts';
import { conclusion, type Finding } from '../../../../../api/client/offline/findings.ts';
import type { Evidence } from '../../../../../api/client/offline/read-certificate.ts';
import { canonicalSha256 } from '../../../../../temporal/json/sha256.ts';
import { type CertifiedCase, certifiedCases, testKeys } from '../../../../support/cases/certified-case.ts';

const CASES = 20;
const PARTS = ['certificate', 'case', 'schedule'] as const;
type Part = (typeof PARTS)[number];

/** Parts of the verdict that do not match. */
async function unfit(evidence: Evidence): Promise<string[]> {
  const { findings } = await checkCertificate(evidence);
  return findings.filter(({ fits }) => fits !== true).map(({ part }) => part);
}
const findingOf = async (evidence: Evidence, part: Finding['part']) =>
  (await checkCertificate(evidence)).findings.find((each) => each.part === part) ?? assert.fail(part);

type Path = readonly (string | number)[];

function* leavesOf(value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value];
  else
    for (const [key, item] of Object.entries(value))
      yield* leavesOf(item, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** A copy with another value at a path. */
function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.with(Number(key), changed(value[Number(key)], rest, to));
  const object = Object(value);
  return { ...object, [key]: changed(object[key], rest, to) };
}

/** The most similar value that differs: one digit is changed. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value === 0 ? 1 : Number((value * (1 + 2 ** -50)).toPrecision(17));
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return value.replace(/.$/, (last) => (last === '0' ? '1' : '0')) || 'x';
  return 0;
}

/** Changes each field of a part of a case, and asserts that a finding names this part. Returns the number of fields. */
async function changesFound(
  { name, certificate, keys, ...rest }: CertifiedCase,
  part: Part,
): Promise<number> {
  const about = part === 'certificate' ? ['certificate', 'key', 'signature'] : [part];
  let count = 0;
  const value = { certificate, ...rest }[part];
  for (const [path, leaf] of leavesOf(value)) {
    const to = other(leaf);
    assert.notEqual(JSON.stringify(to), JSON.stringify(leaf), `${path}`);
    // Without the other parts the verifier cannot run, so this checks only hashes and the signature.
    const unfitParts = await unfit({ certificate, keys, [part]: changed(value, path, to) });
    assert.ok(
      unfitParts.some((each) => about.includes(each)),
      `${name}: ${part} ${path.join('.')}: ${unfitParts}`,
    );
    count += 1;
  }
  return count;
}

describe('a check of a certificate', function () {
  this.timeout(300_000);
  let cases: CertifiedCase[];
  before(async () => {
    cases = await certifiedCases(CASES);
  });
  const first = () => cases[0] ?? assert.fail();

  it('finds no fault in signed evidence, in 20 cases', async () => {
    for (const each of cases) {
      const verdict = await checkCertificate(each);
      assert.ok(
        conclusion(verdict).verdict === 'verified',
        `${each.name}: ${JSON.stringify(verdict.findings)}`,
      );
      assert.deepEqual(
        verdict.recomputed,
        certify(each.case, each.certificate.statement.job_type, each.schedule),
      );
    }
  });

  it('finds every change of a single field of certificate, case and schedule', async function () {
    const counts = { certificate: 0, case: 0, schedule: 0 };
    for (const each of cases) for (const part of PARTS) counts[part] += await changesFound(each, part);
    // Adds the counts to the name of the test, so that they are printed with it.
    if (this.test) this.test.title += `: ${JSON.stringify(counts)}`;
    assert.ok(counts.certificate > 1000 && counts.case > 2000 && counts.schedule > 5000);
  });

  it('finds every member that was taken away, and one that was added', async () => {
    let undetected = 0;
    for (const each of cases)
      for (const part of ['case', 'schedule'] as const) {
        const { certificate, keys } = each;
        for (const name of Object.keys(each[part])) {
          const { [name]: _, ...rest } = { ...each[part] } as Record<string, unknown>;
          assert.ok((await unfit({ certificate, keys, [part]: rest })).includes(part), name);
          assert.ok(
            (await unfit({ certificate, keys, [part]: { ...each[part], [`${name}_`]: 0 } })).includes(part),
          );
          undetected += 1;
        }
      }
    assert.ok(undetected > 400, `${undetected}`);
  });

  it('does not mind the order of members nor the spaces of a file', async () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, turned(item)]),
      );
    };
    const { certificate, case: payload, schedule, keys } = first();
    const evidence = {
      certificate: turned(certificate),
      case: turned(payload),
      schedule: turned(schedule),
      keys,
    };
    assert.deepEqual(await unfit(evidence), []);
  });

  it('names the case, schedule or key that belongs to another certificate', async () => {
    const [one, two] = cases;
    assert.ok(one && two);
    assert.deepEqual(
      await unfit({ ...one, certificate: two.certificate }),
      ['case', 'schedule', 'figures'].concat(
        (await unfit({ ...one, certificate: two.certificate })).includes('rules') ? ['rules'] : [],
      ),
    );
    assert.ok((await unfit({ ...one, case: two.case })).includes('case'));
    const strangers = await testKeys().published();
    assert.deepEqual(await unfit({ ...one, keys: strangers }), ['key', 'signature']);
    assert.match((await findingOf({ ...one, keys: strangers }, 'key')).message, /^None of the 1 keys is/);
  });

  it('detects a key under a wrong name, an invalid key, and a file without keys', async () => {
    const [kid, stranger] = [first().keys.keys[0]?.kid, (await testKeys().published()).keys[0]];
    const message = async (keys: unknown) => (await findingOf({ ...first(), keys }, 'key')).message;
    assert.match(await message({ keys: [{ ...stranger, kid }] }), /does not match its thumbprint/);
    assert.match(await message({ keys: [{ kid, kty: 'RSA', n: 'x' }] }), /is not an Ed25519 key/);
    assert.match(await message({ keys: [null, 1] }), /None of the 2 keys/);
    assert.match(await message(undefined), /well-known\/jwks.json/);
    for (const keys of [null, [], 'text', {}]) assert.match(await message(keys), /Not a JSON Web Key Set/);
  });

  it('holds a key to its times: not before, and not after it was replaced', async () => {
    const [key] = first().keys.keys;
    assert.ok(key);
    const at = key.nbf;
    const keyIs = async (times: object) =>
      findingOf({ ...first(), keys: { keys: [{ ...key, ...times }] } }, 'key');
    assert.match((await keyIs({ exp: at - 3600 })).message, /no longer in use/);
    assert.match((await keyIs({ nbf: at + 3600 })).message, /not yet in use/);
    const retired = await keyIs({ exp: at + 3600 });
    assert.equal(retired.fits, true);
    assert.match(retired.message, /since replaced/);
  });

  it('vouches for no figures that the verifier does not find, even when they are signed', async () => {
    const keys = testKeys();
    const { statement } = first().certificate;
    const forged = await keys.sign({ ...statement, objective_value: 1 });
    const evidence = { ...first(), certificate: forged, keys: await keys.published() };
    assert.deepEqual(await unfit(evidence), ['figures']);
    assert.match((await findingOf(evidence, 'figures')).message, /^objective_value is .*, stated as 1$/);
    const older = await keys.sign({ ...statement, verifier_sha256: null });
    assert.deepEqual(await unfit({ ...evidence, certificate: older }), ['verifier']);
    const { verifier_sha256: _, ...nameless } = statement;
    assert.deepEqual(await unfit({ ...evidence, certificate: await keys.sign(nameless) }), ['verifier']);
  });

  it('distinguishes a violation that the certificate admits from one that it hides', async () => {
    const keys = testKeys();
    const { case: payload, schedule, certificate } = first();
    const [unit = ''] = Object.keys(schedule.dispatch_mw);
    const spoilt = {
      ...schedule,
      dispatch_mw: { ...schedule.dispatch_mw, [unit]: payload.generators.map(() => 0) },
    };
    const { statement } = certificate;
    const schedule_sha256 = canonicalSha256(spoilt);
    const honest = {
      ...statement,
      schedule_sha256,
      certificate: certify(payload, statement.job_type, spoilt),
    };
    const published = await keys.published();
    const check = async (signed: typeof honest) =>
      checkCertificate({
        certificate: await keys.sign(signed),
        case: payload,
        schedule: spoilt,
        keys: published,
      });
    const admitted = await check(honest);
    assert.ok(conclusion(admitted).verdict === 'refused', JSON.stringify(admitted.findings));
    const hidden = await check({ ...statement, schedule_sha256 });
    assert.ok(conclusion(hidden).verdict === 'refused');
  });

  it('answers for any input, and vouches for none of it', async () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      deep,
      { generators: [] },
      { generators: {}, horizon: 1e308 },
      { generators: [null], horizon: 2 },
      { generators: [], horizon: 1e9, loads: [] },
    ];
    for (const value of odd) {
      assert.deepEqual(await unfit({ ...first(), certificate: value }), ['certificate']);
      assert.ok((await unfit({ ...first(), case: value })).includes('case'));
      assert.ok((await unfit({ ...first(), schedule: value })).includes('schedule'));
      const { statement } = first().certificate;
      const late = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: first().keys.keys[0]?.kid, iat: 1e300 }));
      for (const signature of [
        '',
        '..',
        `${late.toString('base64url')}..AA`,
        'a.b.c',
        'é',
        `${first().certificate.signature}.x`,
      ])
        assert.ok((await unfit({ ...first(), certificate: { statement, signature } })).includes('signature'));
    }
    assert.deepEqual(await unfit({ certificate: first().certificate }), [
      'key',
      'signature',
      'case',
      'schedule',
      'figures',
      'rules',
    ]);
  });
});
