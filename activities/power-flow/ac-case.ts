/** Converts payload, schedule and AC data to a network and operating points, and lists the defaults used. */
import { busesInService } from '../../temporal/case/arithmetic/elements.ts';
import {
  type AcBranchData,
  type AcBusData,
  type AcCheck,
  type AcData,
  type AcGeneratorData,
  type AcSchedule,
  DEFAULT_V_MAX_PU,
  DEFAULT_V_MIN_PU,
} from '../../temporal/case/messages/ac-check.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { CaseLine } from '../case/case.ts';
import { readLines } from '../case/read-line.ts';
import {
  type AcBranch,
  type AcNetwork,
  add,
  busAdmittances,
  type Shunts,
  toAcNetwork,
} from './ac-network.ts';
import { BASE_MVA, injectionsOf } from './injections.ts';
import type { OperatingPoint } from './solve-interval.ts';

const RADIANS = Math.PI / 180;

export interface AcCase {
  /** Bus numbers, ascending, shape [buses]. */
  readonly buses: readonly number[];
  /** Network of an interval: the angles of phase shifters are those of the schedule. */
  networkAt(interval: number): AcNetwork;
  /** Positions of the slack buses. */
  readonly slack: readonly number[];
  /** Rating of a branch, by its position, in an interval, MVA; Infinity without one. */
  rating(branch: number, interval: number): number;
  /** Voltage limits, pu, shape [buses]. */
  readonly vMin: Float64Array;
  readonly vMax: Float64Array;
  /** Input of the power flow of an interval. */
  pointAt(interval: number): OperatingPoint;
  readonly assumptions: AcCheck['assumptions'];
}

/** A generator, renewable or storage that can hold the voltage of its bus. */
interface Holder {
  readonly bus: number;
  readonly data: AcGeneratorData | undefined;
  isOn(interval: number): boolean;
}

/** Requires AC data in which temporal/case/checks/ac-problems.ts finds no problem. */
export function toAcCase(payload: SolvePayload, schedule: AcSchedule, ac: AcData): AcCase {
  const buses = busesInService(payload);
  const positions = new Map(buses.map((bus, position) => [bus, position]));
  const position = (bus: number): number => positions.get(bus) ?? 0;
  const assumed = createAssumptions();
  const data: (AcBusData | undefined)[] = buses.map(() => undefined);
  for (const item of ac.buses) data[position(item.bus)] = item;
  const lines = readLines(payload.transmission_lines ?? [], payload.horizon).filter(
    ({ in_service }) => in_service !== false,
  );
  const branchData = new Map(ac.branches.map((branch) => [branch.id, branch]));
  const branches = lines.map((line) =>
    readBranch(line, branchData.get(line.id), ac.base_mva, position, assumed),
  );
  const ratings = lines.map(({ id, rating_mw }) => {
    const { rating_mva } = branchData.get(id) ?? {};
    if (rating_mva === undefined) assumed('branches.rating_mva', null, RATING);
    return rating_mva ?? rating_mw;
  });
  const holders = holdersOf(payload, schedule, ac, position, assumed);
  const slack = ac.slack_buses.map(position);
  const injections = injectionsOf(payload, schedule, { size: buses.length, position }, (bus) => {
    const { q_load_mvar, power_factor = ac.power_factor } = data[position(bus)] ?? {};
    if (q_load_mvar) return { q_load_mvar, power_factor: 1 };
    return {
      power_factor: power_factor ?? assumed('power_factor', 1, 'Buses with load, without reactive data'),
    };
  });
  const limit = (common: number | undefined, field: 'v_min_pu' | 'v_max_pu', otherwise: number) =>
    Float64Array.from(data, (bus) => bus?.[field] ?? common ?? assumed(field, otherwise, NO_LIMIT));
  const vSet = Float64Array.from(data, (bus) => bus?.v_set_pu ?? 0);
  for (const { bus, data: unit } of holders) vSet[bus] ||= unit?.v_set_pu ?? 0;
  for (const bus of new Set([...holders.map((holder) => holder.bus), ...slack]))
    vSet[bus] ||= assumed('buses.v_set_pu', 1, 'Buses with units or a slack, and no set point');
  const perBus = (value: (bus: AcBusData | undefined) => number | undefined) =>
    Float64Array.from(data, (bus) => (value(bus) ?? 0) / BASE_MVA);
  const shunts = { g: perBus((bus) => bus?.shunt_mw), b: perBus((bus) => bus?.shunt_mvar) };
  const network = toAcNetwork(branches, shunts);
  const decided = branches.map(({ id }) =>
    branchData.get(id)?.phase_shift_deg === undefined ? schedule.phase_shift_deg?.[id] : undefined,
  );
  const isShifted = decided.some((degrees) => degrees !== undefined);
  return {
    buses,
    networkAt: (interval) =>
      isShifted ? withShifts(network, shunts, (branch) => decided[branch]?.[interval]) : network,
    slack,
    rating: (branch, interval) => {
      const rating = ratings[branch];
      return typeof rating === 'number' ? rating : (rating?.[interval] ?? Number.POSITIVE_INFINITY);
    },
    vMin: limit(ac.v_min_pu, 'v_min_pu', DEFAULT_V_MIN_PU),
    vMax: limit(ac.v_max_pu, 'v_max_pu', DEFAULT_V_MAX_PU),
    pointAt: (interval) => ({
      ...injections(interval),
      vSet,
      ...heldAt(interval, holders, slack, buses.length),
    }),
    assumptions: assumed.list,
  };
}

function withShifts(
  network: AcNetwork,
  shunts: Shunts,
  degreesOf: (branch: number) => number | undefined,
): AcNetwork {
  const branches = network.branches.map((branch, position) => {
    const degrees = degreesOf(position);
    return degrees === undefined ? branch : { ...branch, shift: degrees * RADIANS };
  });
  return { ...network, branches, admittances: busAdmittances(branches, shunts) };
}

const RATING = 'rating_mw of the case is taken as MVA';
const NO_LIMIT = 'Buses without a voltage limit';

/** Returns a function that counts each use of a default and returns its value; `list`: the defaults used. */
function createAssumptions() {
  const byField = new Map<string, AcCheck['assumptions'][number]>();
  const list: AcCheck['assumptions'] = [];
  const assume = <V extends number | null>(field: string, value: V, message: string): V => {
    const assumption = byField.get(field) ?? { field, value, elements: 0, message };
    if (!byField.has(field)) list.push(assumption);
    byField.set(field, assumption);
    assumption.elements++;
    return value;
  };
  return Object.assign(assume, { list });
}
type Assume = ReturnType<typeof createAssumptions>;

function readBranch(
  line: CaseLine,
  data: AcBranchData | undefined,
  baseMva: number,
  position: (bus: number) => number,
  assumed: Assume,
): AcBranch {
  const perBase = BASE_MVA / baseMva;
  const orDefault = <V>(
    value: V | undefined,
    field: string,
    otherwise: V & (number | null),
    message: string,
  ): V => value ?? assumed(`branches.${field}`, otherwise, message);
  const scaled = (pu: number | undefined): number | undefined =>
    pu === undefined ? undefined : pu * perBase;
  const charging = orDefault(data?.b_pu, 'b_pu', 0, 'Branches without charging');
  const resistance = scaled(data?.r_pu) ?? line.r_pu;
  return {
    id: line.id,
    from: position(line.from_bus),
    to: position(line.to_bus),
    r: orDefault(resistance, 'r_pu', 0, 'Branches without a resistance, here and in the case'),
    x: scaled(data?.x_pu) ?? line.x_pu,
    b: charging / perBase,
    tap: orDefault(data?.tap_ratio, 'tap_ratio', 1, 'Branches without a tap ratio'),
    shift: (data?.phase_shift_deg ?? line.phase_shift_deg ?? 0) * RADIANS,
  };
}

/** Generators hold voltages while they are on; renewables and storage hold them if the AC data name them. */
function holdersOf(
  payload: SolvePayload,
  { commitment }: AcSchedule,
  { generators }: AcData,
  position: (bus: number) => number,
  assumed: Assume,
): Holder[] {
  const dataOf = new Map(generators.map((unit) => [unit.name, unit]));
  const others = [...(payload.renewables ?? []), ...(payload.storage ?? [])];
  const holders = [
    ...payload.generators.map(({ name, bus }) => ({
      bus: position(bus),
      data: dataOf.get(name),
      isOn: (interval: number) => (commitment?.[name]?.[interval] ?? 1) > 0,
    })),
    ...others
      .filter(({ name }) => dataOf.has(name))
      .map(({ name, bus }) => ({ bus: position(bus), data: dataOf.get(name), isOn: () => true })),
  ];
  for (const field of ['q_min_mvar', 'q_max_mvar'] as const)
    for (const { data } of holders)
      if (data?.[field] === undefined) assumed(`generators.${field}`, null, 'Units without this limit');
  return holders;
}

/** Buses whose voltage is held in an interval, and the reactive limits of their units, pu. */
function heldAt(
  interval: number,
  holders: readonly Holder[],
  slack: readonly number[],
  size: number,
): Pick<OperatingPoint, 'isHeld' | 'qMin' | 'qMax'> {
  const isHeld = new Uint8Array(size);
  const [qMin, qMax] = [new Float64Array(size), new Float64Array(size)];
  for (const { bus, data, isOn } of holders) {
    if (!isOn(interval)) continue;
    isHeld[bus] = 1;
    add(qMin, bus, (data?.q_min_mvar ?? Number.NEGATIVE_INFINITY) / BASE_MVA);
    add(qMax, bus, (data?.q_max_mvar ?? Number.POSITIVE_INFINITY) / BASE_MVA);
  }
  for (const bus of slack) {
    if (isHeld[bus] === 1) continue;
    // A slack bus without a unit that is on has no reactive limits.
    isHeld[bus] = 1;
    qMin[bus] = Number.NEGATIVE_INFINITY;
    qMax[bus] = Number.POSITIVE_INFINITY;
  }
  return { isHeld, qMin, qMax };
}
