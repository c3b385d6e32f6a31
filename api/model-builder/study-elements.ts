/** What a network says of the elements of a study: who they are, which groups they belong to, how large they are. */
import { SPILL_OF } from '../../temporal/case/arithmetic/elements.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';

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
  /** In the order of the network. */
  readonly units: ReadonlyMap<string, StudyElement>;
  /** Also of what spills a renewable, and of a name that the network does not have. */
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
    ...storage.map((unit) => element('storage', unit, unit.discharge_mw, unit.energy_mwh)),
  ]);
  const of = (name: string): StudyElement => {
    const known = units.get(name);
    if (known || !name.startsWith(SPILL_OF)) return known ?? UNKNOWN;
    return { ...(units.get(name.slice(SPILL_OF.length)) ?? UNKNOWN), capacity_mw: 0 };
  };
  return { units, of, areaOf };
}

const highest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);

/** A unit of which the network does not know. */
const UNKNOWN: StudyElement = {
  kind: 'generator',
  type: null,
  fuel: null,
  area: null,
  bus: null,
  capacity_mw: 0,
  energy_mwh: null,
};
