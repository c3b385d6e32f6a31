/** Worker that places buses and computes coast lines. */
import type { GeoPermissibleObjects } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { answerWith } from '../parts/in-worker.ts';
import { type Graph, type Places, placesOf } from './layout.ts';
import { type BusPlace, isMapped } from './scene.ts';

export interface ToPlace {
  readonly buses: readonly BusPlace[];
  readonly edges: Graph['edges'];
}

export interface Placed extends Places {
  /** Coasts and borders as an SVG path, if the places are on a map. */
  readonly outline?: string;
}

answerWith(async ({ buses, edges }: ToPlace) => {
  const graph = { nodes: buses.length, edges };
  return { answer: isMapped(buses) ? await onMap(graph, buses) : placesOf(graph), transfer: [] };
});

async function onMap(graph: Graph, buses: readonly BusPlace[]): Promise<Placed> {
  const [{ mapOf, outlineOf }, land] = await Promise.all([import('./map.ts'), landAround(buses)]);
  const mapped = mapOf(graph, buses);
  return { ...mapped.places, outline: outlineOf(mapped, land) };
}

/** True for a bus within the contiguous United States. */
const isInStates = ({ latitude = 0, longitude = 0 }: BusPlace): boolean =>
  latitude > 24 && latitude < 50 && longitude > -125 && longitude < -66;

async function landAround(buses: readonly BusPlace[]): Promise<GeoPermissibleObjects> {
  if (buses.every((bus) => bus.latitude === undefined || isInStates(bus)))
    return shapes(await import('us-atlas/states-10m.json'), 'states');
  return shapes(await import('world-atlas/countries-110m.json'), 'countries');
}

/** The cast is needed because the map files have no types; each contains a topology of geometry collections. */
function shapes({ default: file }: { readonly default: object }, name: string): GeoPermissibleObjects {
  const topology = file as Topology<Record<string, GeometryCollection>>;
  const shape = topology.objects[name];
  return shape ? feature(topology, shape) : { type: 'FeatureCollection', features: [] };
}
