/** The 24-bus demo network passes the checks. Each of 300 single faults is found, with its code or its message. */
import assert from 'node:assert/strict';
import { checkFile } from '../../../../../api/power-flow/checks/check-file.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';
import { type CaseData, caseOfNetwork } from '../../../../../api/power-flow/read-case.ts';
import { SEED_NETWORKS } from '../../../../../mongo/seed/networks.ts';
import { type Random, random } from '../../../../support/cases/random.ts';

const FAULTS = 300;

/** The demo network with a solved state and reactive limits, which it does not have itself. */
function demoCase(): CaseData {
  const seed = SEED_NETWORKS.find(({ network_id }) => network_id === 'rts24');
  assert.ok(seed);
  const { buses, lines, generators } = caseOfNetwork(seed.content());
  return {
    buses: buses.map((bus) => ({ ...bus, v_pu: 1, angle_deg: 0 })),
    lines: lines.map((line) => ({ ...line, r_ohm: (line.x_ohm ?? 0) / 10 })),
    generators: generators.map((unit) => ({ ...unit, q_min_mvar: -50, q_max_mvar: 80 })),
  };
}

interface Fault {
  readonly data: CaseData;
  /** Expected code of the finding; null if the check returns only messages. */
  readonly code: string | null;
  /** Beginning of the expected message. */
  readonly element: string;
}
type Inject = (data: CaseData, r: Random) => Fault;

/**
 * Puts one fault into one element of a list; the list is named as in messages. `code` may depend on the element before
 * the fault.
 */
const inOneOf =
  <L extends keyof CaseData>(list: L, title: string) =>
  (
    code: string | null | ((element: CaseData[L][number]) => string),
    change: (element: CaseData[L][number], data: CaseData) => Partial<CaseData[L][number]>,
  ): Inject =>
  (data, r) => {
    const elements: readonly CaseData[L][number][] = data[list];
    const at = r.integer(0, elements.length - 1);
    const element = elements[at];
    assert.ok(element);
    const changed = { ...element, ...change(element, data) };
    return {
      data: { ...data, [list]: elements.with(at, changed) },
      code: typeof code === 'function' ? code(element) : code,
      element: `${title} ${changed.id}`,
    };
  };
const inLine = inOneOf('lines', 'Line');
const inBus = inOneOf('buses', 'Bus');
const inUnit = inOneOf('generators', 'Generator');

const INJECTIONS: Readonly<Record<string, Inject>> = {
  'negative resistance': inLine('IMPLAUSIBLE', ({ x_ohm }) => ({ r_ohm: -(x_ohm ?? 1) / 10 })),
  'zero impedance': inLine('IMPLAUSIBLE', () => ({ r_ohm: 0, x_ohm: 0 })),
  'missing reactance': inLine('MISSING_VALUE', () => ({ x_ohm: null })),
  'infinite resistance': inLine('MISSING_VALUE', () => ({ r_ohm: Number.POSITIVE_INFINITY })),
  'R/X of 20': inLine('IMPLAUSIBLE', ({ x_ohm }) => ({ r_ohm: 20 * (x_ohm ?? 1) })),
  'both ends at one bus': inLine('SELF_LOOP', ({ from_bus }) => ({ to_bus: from_bus })),
  'the id of another line': inLine('DUPLICATE_ID', ({ id }, { lines }) => ({
    id: lines.find((other) => other.id !== id)?.id ?? '',
  })),
  'an unknown bus': inLine(null, () => ({ to_bus: 999 })),
  'a rating in kVA': inLine('UNIT_SUSPECT', ({ s_nom_mva }) => ({ s_nom_mva: 1000 * (s_nom_mva ?? 100) })),
  'a voltage in V': inBus('UNIT_SUSPECT', ({ v_nom_kv }) => ({ v_nom_kv: 1000 * (v_nom_kv ?? 0) })),
  // A value of 0.23 may also be a low voltage in kV.
  'a voltage in MV': inBus(
    ({ v_nom_kv }) => (v_nom_kv === 230 ? 'UNIT_AMBIGUOUS' : 'UNIT_SUSPECT'),
    ({ v_nom_kv }) => ({ v_nom_kv: (v_nom_kv ?? 0) / 1000 }),
  ),
  'no base voltage': inBus('UNIT_SUSPECT', () => ({ v_nom_kv: 0 })),
  'a voltage of 1.3 pu': inBus(null, () => ({ v_pu: 1.3 })),
  'no voltage': inBus(null, () => ({ v_pu: null })),
  'the id of another bus': inBus(null, ({ id }, { buses }) => ({
    id: buses.find((other) => other.id !== id)?.id ?? 0,
  })),
  'inverted active limits': inUnit('P_LIMITS_INVERTED', ({ p_max_mw }) => ({
    p_min_mw: (p_max_mw ?? 0) + 10,
  })),
  'inverted reactive limits': inUnit('Q_LIMITS_INVERTED', () => ({ q_min_mvar: 90 })),
  'no reactive limit': inUnit('MISSING_FIELDS', () => ({ q_max_mvar: null })),
  'power in kW': inUnit('UNIT_SUSPECT', ({ p_max_mw }) => ({ p_max_mw: 1000 * (p_max_mw ?? 0) })),
  'a unit at an unknown bus': inUnit(null, () => ({ bus: 999 })),
};

const check = (data: CaseData) => checkFile(data, DEFAULT_LIMITS);
const all = ({ findings }: ReturnType<typeof check>) => [...findings.error, ...findings.warning];

describe('single faults in the 24-bus network', () => {
  it('are none to begin with', async () => {
    const { findings } = check(demoCase());
    assert.deepEqual([findings.error, findings.warning], [[], []]);
  });

  it(`are found, all ${FAULTS} of them, each with its code and element`, async () => {
    const r = random(24);
    const sound = demoCase();
    const names = Object.keys(INJECTIONS);
    for (let i = 0; i < FAULTS; i++) {
      const name = names[i % names.length] ?? '';
      const fault = INJECTIONS[name]?.(sound, r);
      assert.ok(fault);
      const { code, element, data } = fault;
      const report = check(data);
      assert.equal(report.valid, false, `${name} at ${element}`);
      const findings = all(report).filter(
        ({ message }) => message.startsWith(`${element}:`) || message.startsWith(`${element} `),
      );
      assert.ok(
        findings.some((finding) => code === null || finding.code === code),
        `${name} at ${element}: ${JSON.stringify(all(report).slice(0, 5))}`,
      );
    }
  });
});
