/**
 * Places of buses on a map. Pure. The Mercator projection is centred on the buses, so that a network across the date
 * line is not split. Neighbouring buses are about 1 apart, as in a layout without coordinates.
 */
import { type GeoPermissibleObjects, type GeoProjection, geoCentroid, geoMercator, geoPath } from 'd3-geo';
import type { Graph, Places } from './layout.ts';
import { neighborsOf } from './layout.ts';
import type { BusPlace } from './scene.ts';

interface Mapped {
  readonly places: Places;
  readonly projection: GeoProjection;
}

type Spot = readonly [x: number, y: number];

/** Scale of the projection if all buses are at the same place: a line then spans a few hundred kilometres. */
const REGION = 50;

/** Places the buses of a graph. `buses`: in the order of the nodes; at least one has coordinates. */
export function mapOf(graph: Graph, buses: readonly BusPlace[]): Mapped {
  const knownPlaces = buses.map(({ latitude, longitude }): [number, number] | undefined =>
    latitude === undefined || longitude === undefined ? undefined : [longitude, latitude],
  );
  const coordinates = knownPlaces.flatMap((place) => (place ? [place] : []));
  const points = { type: 'MultiPoint' as const, coordinates };
  const side = 1.5 * Math.sqrt(graph.nodes);
  const projection = geoMercator()
    .rotate([-geoCentroid(points)[0], 0])
    .fitSize([side, side], points);
  if (!(projection.scale() < Number.MAX_SAFE_INTEGER)) projection.scale(REGION).translate([0, 0]);
  const placed = apart(
    withNeighbors(
      graph,
      knownPlaces.map((place) => (place && projection(place)) ?? undefined),
    ),
  );
  const [left, top] = [least(placed.map(([x]) => x)), least(placed.map(([, y]) => y))];
  const [x, y] = projection.translate();
  return {
    projection: projection.translate([x - left, y - top]),
    places: {
      x: Float64Array.from(placed, (spot) => spot[0] - left),
      y: Float64Array.from(placed, (spot) => spot[1] - top),
    },
  };
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
const most = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b), 0);

/** Coasts and borders as an SVG path, clipped to an area around the network that is twice as large as the network. */
export function outlineOf({ places, projection }: Mapped, land: GeoPermissibleObjects): string {
  const [width, height] = [most(places.x), most(places.y)];
  const around = 2 * Math.max(width, height, 4);
  const extent: [Spot, Spot] = [
    [-around, -around],
    [width + around, height + around],
  ];
  return geoPath(projection.clipExtent(extent as [[number, number], [number, number]]))(land) ?? '';
}

/**
 * Places buses without coordinates at the mean of their neighbours, by iteration. A component without any coordinates
 * is placed in a row below the others.
 */
function withNeighbors({ nodes, edges }: Graph, spots: readonly (Spot | undefined)[]): Spot[] {
  const neighbors = neighborsOf(nodes, edges);
  const placed = [...spots];
  for (let isMore = true; isMore; ) {
    const additions = placed.flatMap((spot, node) => {
      const near = (neighbors[node] ?? []).flatMap((other) => (placed[other] ? [placed[other]] : []));
      return spot || near.length === 0 ? [] : [{ node, spot: meanOf(near) }];
    });
    for (const { node, spot } of additions) placed[node] = spot;
    isMore = additions.length > 0;
  }
  const bottom = placed.reduce((low, spot) => Math.max(low, spot?.[1] ?? 0), 0);
  let waiting = 0;
  return placed.map((spot) => {
    if (!spot) waiting += 1;
    return spot ?? [waiting - 1, bottom + 2];
  });
}

const meanOf = (spots: readonly Spot[]): Spot => [
  spots.reduce((total, [x]) => total + x, 0) / spots.length,
  spots.reduce((total, [, y]) => total + y, 0) / spots.length,
];

/** Distance by which buses with the same coordinates are moved apart, in line lengths. */
const NEAR = 0.3;

/** Places buses with the same coordinates in a circle around them. */
function apart(spots: readonly Spot[]): Spot[] {
  const here = new Map<string, number[]>();
  const keys = spots.map(([x, y]) => `${Math.round(x * 20)} ${Math.round(y * 20)}`);
  for (const [node, key] of keys.entries()) here.set(key, [...(here.get(key) ?? []), node]);
  return spots.map(([x, y], node) => {
    const nodes = here.get(keys[node] ?? '') ?? [];
    const angle = (2 * Math.PI * nodes.indexOf(node)) / nodes.length;
    const radius = nodes.length > 1 ? NEAR * Math.max(1, nodes.length / 8) : 0;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
