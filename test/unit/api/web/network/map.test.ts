/**
 * Positions of buses on a map: north is up, buses without coordinates are among their neighbours, and no buses overlap.
 */
import assert from 'node:assert/strict';
import { type Places, placesOf } from '../../../../../api/web/network/layout.ts';
import { mapOf, outlineOf } from '../../../../../api/web/network/map.ts';
import { edgesOf, isMapped, segmentsOf } from '../../../../../api/web/network/scene.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const graph = (nodes: number, edges: readonly (readonly [number, number])[] = []) => ({ nodes, edges });
const spot = ({ x, y }: Places, i: number): [number, number] => [x[i] ?? Number.NaN, y[i] ?? Number.NaN];

describe('a map of buses', () => {
  it('has north up and east to the right, from 0 on', () => {
    const { places } = mapOf(graph(3), [at(40, -110), at(41, -110), at(40, -108)]);
    const [[ax, ay], [bx, by], [cx, cy]] = [spot(places, 0), spot(places, 1), spot(places, 2)];
    assert.ok(by < ay && Math.abs(ax - bx) < 1e-6);
    assert.ok(cx > ax && Math.abs(cy - ay) < 1e-6);
    assert.ok(Math.abs(Math.min(...places.x)) < 1e-9 && Math.abs(Math.min(...places.y)) < 1e-9);
  });
  it('keeps a network across the date line in one piece', () => {
    const { places } = mapOf(graph(3), [at(-17, 179), at(-18, -179), at(-17, 178)]);
    const [middle = 0, east = 0, west = 0] = places.x;
    assert.ok(west < middle && middle < east);
  });
  it('places a bus without degrees among its neighbours, and a part without any below', () => {
    const edges = [0, 1, 3].map((bus) => [bus, bus + 1] as const);
    const { places } = mapOf(graph(5, edges), [at(40, -110), {}, at(40, -108), {}, {}]);
    assert.ok(Math.abs(spot(places, 1)[0] - (spot(places, 0)[0] + spot(places, 2)[0]) / 2) < 1e-6);
    for (const below of [3, 4]) assert.ok(spot(places, below)[1] > Math.max(...[...places.y].slice(0, 3)));
    assert.notDeepEqual(spot(places, 3), spot(places, 4));
  });
  it('sets buses of one place apart, all of them too', () => {
    const { places } = mapOf(graph(3), [at(40, -110), at(40, -110), at(40, -110)]);
    const [[ax, ay], [bx, by]] = [spot(places, 0), spot(places, 1)];
    const apart = Math.hypot(ax - bx, ay - by);
    assert.ok(apart > 0.2 && apart < 2, `${apart}`);
  });
  it('draws the land around it in the same coordinates', () => {
    const mapped = mapOf(graph(2), [at(0, 0), at(1, 1)]);
    const corner = (x: number, y: number): [number, number] => [x, y];
    const around = [corner(-60, -60), corner(-60, 60), corner(60, 60), corner(60, -60), corner(-60, -60)];
    assert.match(outlineOf(mapped, { type: 'Polygon', coordinates: [around] }), /^M-8,/);
    assert.equal(outlineOf(mapped, { type: 'MultiPolygon', coordinates: [] }), '');
  });
  it('is drawn where at least half of the buses have both degrees', () => {
    assert.ok(isMapped([at(1, 2), {}]));
    assert.ok(!isMapped([at(1, 2), { latitude: 3 }, {}]));
    assert.ok(!isMapped([]));
  });
});

describe('the places of buses', () => {
  it('are the same in any order and direction of lines', () => {
    const buses = ['1', '2', '10', '11', '20'].map((id) => ({ id }));
    const line = (from: string, to: string) => ({ id: `${from}-${to}`, from, to });
    const lines = [line('1', '2'), line('2', '10'), line('10', '11'), line('11', '1'), line('11', '20')];
    const turned = lines.toReversed().map(({ id, from, to }) => ({ id, from: to, to: from }));
    const placed = (edges: typeof lines) =>
      placesOf({ nodes: 5, edges: edgesOf(segmentsOf({ buses, lines: edges })) });
    assert.deepEqual(placed([...turned, line('20', '99')]), placed(lines));
  });
});
