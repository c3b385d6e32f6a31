/** RAW files of PSS/E: four buses, a transformer of two and one of three windings, a DC line. */

const MACHINE_33 = ', 100.0, 0, 1, 0, 0, 1, ';
const RATES = (normal: number, emergency: number, revision: number): string =>
  [normal, emergency, ...new Array<number>(revision === 33 ? 1 : 10).fill(0)].join(', ');

/** The same case in the words of a revision. */
export function rawFile(revision: 33 | 34 | 35 = 33): string {
  const name = revision === 33 ? '' : "'a line, with/comma', ";
  const node = revision === 35 ? '0, ' : '';
  const winding = (ratio: number, kv: number, shift: number, mva: number): string =>
    `${ratio}, ${kv}, ${shift}, ${RATES(mva, 1.2 * mva, revision)}, 0, 0, ${node}1.1, 0.9, 1.1, 0.9, 33, 0, 0, 0, 0`;
  const machine = (bus: number, id: string, mw: number, stat: number, most: string): string =>
    `${bus},'${id} ', ${mw}, 0, 50, -50, 1.02, 0${revision === 35 ? ', 0' : ''}${MACHINE_33}${stat}, 100, ${most}`;
  const comment = (columns: string): string[] => (revision === 33 ? [] : [`@!  ${columns}`]);
  return [
    ...comment('IC,SBASE,REV,XFRRAT,NXFRAT,BASFRQ'),
    ` 0, 200.00, ${revision}, 0, 0, 50.00 / January 01, 2026`,
    ' A small case',
    '',
    ...(revision === 33 ? [] : ['GENERAL, THRSHZ=0.0001', '0 / END OF SYSTEM-WIDE DATA, BEGIN BUS DATA']),
    ...comment("I,'NAME        ', BASKV, IDE"),
    "1,'ALPHA, N/S  ', 400.0, 3, 1, 11, 1, 1.02, 0.0, 1.1, 0.9, 1.1, 0.9",
    "2,'BETA        ', 220.0, 1, 1, 12, 1, 1.00, -3.0, 1.1, 0.9, 1.1, 0.9",
    "3 'GAMMA' 110.0 2 2 21 / free format: blanks between fields",
    "4,'ALONE', 110.0, 4, 2",
    '0 / END OF BUS DATA, BEGIN LOAD DATA',
    "2,'1 ',1, 1, 12, 150.0, 20.0, 10.0, 0, 5.0, 0, 1, 1",
    "3,'1 ',1,,,40",
    "4,'1 ',1, 2, 21, 30.0",
    '0 / END OF LOAD DATA, BEGIN FIXED SHUNT DATA',
    "2,'1 ',1, 2.5, -30",
    '0 / END OF FIXED SHUNT DATA, BEGIN GENERATOR DATA',
    machine(1, '1', 120, 1, '300.0, 50.0, 1, 1.0'),
    machine(3, '1', 60, 1, revision === 35 ? '9999, -9999, 0' : '9999, -9999'),
    machine(3, '2', 0, 0, '80.0, 0.0'),
    '0 / END OF GENERATOR DATA, BEGIN BRANCH DATA',
    `1, -2,'1 ', 0.01, 0.1, 0.02, ${name}${RATES(400, 480, revision)}, 0, 0, 0, 0, 1, 1, 0.0, 1, 1.0`,
    `1, 2,'2 ', 0, 0, 0, ${name}${RATES(0, 0, revision)}, 0, 0, 0, 0, 0`,
    ...(revision === 33
      ? ['0 / END OF BRANCH DATA, BEGIN TRANSFORMER DATA']
      : [
          '0 / END OF BRANCH DATA, BEGIN SYSTEM SWITCHING DEVICE DATA',
          `2, 3,'1 ', 0.0001, ${RATES(100, 0, revision)}, 1, 1, 1, 2, 'switch'`,
          '0 / END OF SYSTEM SWITCHING DEVICE DATA, BEGIN TRANSFORMER DATA',
        ]),
    "1, 2, 0,'T ', 1, 2, 1, 0, 0, 2,'TR 1        ', 1, 1, 1.0",
    '0.005, 0.12, 300',
    winding(1.05, 0, -5, 300),
    '0.98, 0',
    "1, 2, 3,'S ', 2, 1, 1, 0, 0, 2,'TR 2        ', 3, 1, 1.0",
    '0.002, 0.10, 200, 0.002, 0.06, 200, 0.002, 0.08, 200, 1.0, 0.0',
    winding(400, 400, 0, 200),
    winding(231, 220, 0, 200),
    winding(110, 110, 30, 100),
    '0 / END OF TRANSFORMER DATA, BEGIN AREA DATA',
    "1, 0, 0.0, 5.0,'NORTH       '",
    "2, 0, 0.0, 5.0,'SOUTH       '",
    '0 / END OF AREA DATA, BEGIN TWO-TERMINAL DC DATA',
    "'DC 1        ', 1, 8.2, 250.0, 500.0, 0",
    '3, 2, 20, 10',
    '1, 2, 20, 10',
    '0 / END OF TWO-TERMINAL DC DATA, BEGIN VSC DC LINE DATA',
    '0 / END OF VSC DC LINE DATA, BEGIN IMPEDANCE CORRECTION DATA',
    '0 / END OF IMPEDANCE CORRECTION DATA, BEGIN MULTI-TERMINAL DC DATA',
    '0 / END OF MULTI-TERMINAL DC DATA, BEGIN MULTI-SECTION LINE DATA',
    '0 / END OF MULTI-SECTION LINE DATA, BEGIN ZONE DATA',
    "11,'CITY        '",
    '0 / END OF ZONE DATA, BEGIN INTER-AREA TRANSFER DATA',
    '0 / END OF INTER-AREA TRANSFER DATA, BEGIN OWNER DATA',
    '0 / END OF OWNER DATA, BEGIN FACTS DEVICE DATA',
    '0 / END OF FACTS DEVICE DATA, BEGIN SWITCHED SHUNT DATA',
    "2,0,0,1,1.05,0.95, 0,100.0,'        ', -100.00, 1,-100.00",
    '0 / END OF SWITCHED SHUNT DATA, BEGIN GNE DATA',
    '0 / END OF GNE DATA, BEGIN INDUCTION MACHINE DATA',
    '0 / END OF INDUCTION MACHINE DATA',
    'Q',
    '',
  ].join('\n');
}
