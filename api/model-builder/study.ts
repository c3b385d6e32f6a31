/** Reads the results of a run, window by window; the run may still be open. */
import { type ExecutionRecord, networkKeeper } from '../../mongo/executions.ts';
import { chainKey } from '../../mongo/window-chains.ts';
import type { WindowHead } from '../../mongo/windows.ts';
import { SPILL_OF } from '../../temporal/case/arithmetic/elements.ts';
import { largestOf } from '../../temporal/case/arithmetic/series.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { SystemFigures, WindowPart } from '../../temporal/case/messages/window-part.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { type StudyFacts, studyFacts } from '../../temporal/case/report/study-facts.ts';
import { windowPart } from '../../temporal/case/report/window-part.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { NotFound } from '../http/errors.ts';
import type { ModelBuilderDeps } from './deps.ts';

export interface Study {
  /** Key of the chain of the run's windows. */
  readonly key: string;
  readonly execution: ExecutionRecord;
  readonly facts: StudyFacts;
  readonly elements: StudyElements;
  /** Closed windows, in order. */
  readonly heads: readonly WindowHead[];
}

/** Reads a run. Throws `NotFound` when the network of the run is no longer stored. */
export async function readStudy(
  { windows, documents }: ModelBuilderDeps,
  execution: ExecutionRecord,
  chain?: string,
): Promise<Study> {
  const key = chainKey(execution._id, chain);
  const [network, heads] = await Promise.all([
    documents.get('network', networkKeeper(execution)),
    windows.heads(key),
  ]);
  if (!network) throw new NotFound('The network of this execution is no longer stored');
  const facts = studyFacts(network, execution.start);
  return { key, execution, facts, elements: studyElements(network), heads };
}

export const hasSchedule = ({ outcome }: WindowHead): boolean => outcome.totals !== null;

export interface SolvedWindow {
  readonly head: WindowHead;
  readonly payload: SolvePayload;
  readonly result: SolveResult;
  readonly facts: StudyFacts;
}

/** Yields windows with a schedule, one at a time. */
export async function* solvedWindows(
  deps: ModelBuilderDeps,
  { heads, facts }: Study,
): AsyncGenerator<SolvedWindow, void, void> {
  for (const head of heads.filter(hasSchedule)) yield { ...(await readWindow(deps, head)), facts };
}

async function readWindow({ documents }: ModelBuilderDeps, head: WindowHead) {
  const [payload, result] = await Promise.all([
    documents.get('payload', head.job_id),
    documents.get('result', head.job_id),
  ]);
  if (!payload || !result) throw new NotFound('The results of this execution are no longer stored');
  return { head, payload, result };
}

/**
 * Parts of all windows. Windows that earlier versions closed may have no part, or an incomplete one; their parts are
 * rebuilt from their results and stored.
 */
export async function* windowParts(
  deps: ModelBuilderDeps,
  { key, heads, facts }: Study,
): AsyncGenerator<WindowPart> {
  const stored = deps.windows.parts(key);
  let next = await stored.next();
  for (const head of heads.filter(hasSchedule)) {
    while (!next.done && next.value.index < head.index) next = await stored.next();
    const part = !next.done && next.value.index === head.index ? next.value.part : undefined;
    yield part && isWhole(part) ? part : await madePart(deps, head, facts, part);
  }
  await stored.return?.(undefined);
}

const isWhole = ({ days }: WindowPart): boolean =>
  days.every(({ system }: { system: Partial<SystemFigures> }) => system.unserved_hours !== undefined);

async function madePart(
  deps: ModelBuilderDeps,
  head: WindowHead,
  facts: StudyFacts,
  before: WindowPart | undefined,
): Promise<WindowPart> {
  const { payload, result } = await readWindow(deps, head);
  const part = { ...before, ...windowPart(payload, result, head, facts) };
  await deps.windows.putPart(head.execution_id, head.index, part, head.expires_at);
  return part;
}

type StudyNetwork = Pick<NetworkContent, 'buses' | 'generators' | 'renewables' | 'storage'>;
interface StudyUnit {
  readonly name: string;
  readonly bus: number;
  readonly type?: string | undefined;
  readonly fuel?: string | undefined;
}

interface StudyElement {
  readonly kind: 'generator' | 'renewable' | 'storage';
  readonly type: string | null;
  readonly fuel: string | null;
  readonly area: string | null;
  readonly bus: number | null;
  readonly capacity_mw: number;
  /** Energy capacity of storage, MWh. */
  readonly energy_mwh: number | null;
}

export interface StudyElements {
  /** Units by name, in the order of the network. */
  readonly units: ReadonlyMap<string, StudyElement>;
  /** The element with a name, including spills of renewables; `UNKNOWN` for a name that the network does not have. */
  of(name: string): StudyElement;
  areaOf(bus: number): string | null;
}

export function studyElements(network: StudyNetwork): StudyElements {
  const areas = new Map(network.buses.map(({ id, area }) => [id, area]));
  const areaOf = (bus: number): string | null => areas.get(bus) ?? null;
  const element = (
    kind: StudyElement['kind'],
    unit: StudyUnit,
    capacity_mw: number,
    energy_mwh: number | null = null,
  ): [string, StudyElement] => [
    unit.name,
    {
      kind,
      type: unit.type ?? null,
      fuel: unit.fuel ?? null,
      area: areaOf(unit.bus),
      bus: unit.bus,
      capacity_mw,
      energy_mwh,
    },
  ];
  const { generators, renewables = [], storage = [] } = network;
  const units = new Map([
    ...generators.map((unit) => element('generator', unit, unit.p_max)),
    ...renewables.map((unit) => element('renewable', unit, highest(unit.p_max))),
    ...storage.map((unit) => element('storage', unit, largestOf(unit.discharge_mw), unit.energy_mwh)),
  ]);
  const of = (name: string): StudyElement => {
    const unit = units.get(name);
    if (unit || !name.startsWith(SPILL_OF)) return unit ?? UNKNOWN;
    return { ...(units.get(name.slice(SPILL_OF.length)) ?? UNKNOWN), capacity_mw: 0 };
  };
  return { units, of, areaOf };
}

const highest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);

/** Element that stands for a unit missing in the network. */
const UNKNOWN: StudyElement = {
  kind: 'generator',
  type: null,
  fuel: null,
  area: null,
  bus: null,
  capacity_mw: 0,
  energy_mwh: null,
};
