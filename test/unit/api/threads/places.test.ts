import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createPlaces, type Place } from '../../../../api/threads/places.ts';

const NEVER = new AbortController().signal;

describe('places of requests that may take long', () => {
  const begun: string[] = [];
  beforeEach(() => begun.splice(0));
  const begin = async (name: string, place: Place, signal = NEVER): Promise<Place> => {
    await place.begin(signal);
    begun.push(name);
    return place;
  };

  it('are taken by every user in turn, however many requests they have', async () => {
    const places = createPlaces({ width: 1, most: 10, mostOfUser: 5 });
    const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
    const all = names.map((name) => ({ name, place: places.enter(name.charAt(0)) }));
    for (const { name, place } of all) void begin(name, place);
    await turn();
    assert.deepEqual([begun, places.waiting()], [['a1'], 5]);
    while (begun.length < names.length) {
      all.find(({ name }) => name === begun.at(-1))?.place.leave();
      await turn();
    }
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('are few for each user, from the first byte of a request on, and again when it has left', async () => {
    const places = createPlaces({ width: 1, most: 10, mostOfUser: 2 });
    const [first] = [places.enter('a'), places.enter('a')];
    assert.throws(() => places.enter('a'), { status: 429, message: /^You have 2 large requests under way/ });
    places.enter('b');
    first?.leave();
    first?.leave();
    places.enter('a');
    assert.throws(() => places.enter('a'), { status: 429 });
  });

  it('are refused where too many wait, whose ever they are', async () => {
    const places = createPlaces({ width: 1, most: 2, mostOfUser: 9 });
    void begin('a', places.enter('a'));
    void begin('b', places.enter('b'));
    const third = places.enter('c');
    await assert.rejects(third.begin(NEVER), { status: 503 });
    third.leave();
  });

  it('are given to the next when the work is done, and counted until the reply has left', async () => {
    const places = createPlaces({ width: 1, most: 2, mostOfUser: 9 });
    const first = await begin('first', places.enter('a'));
    void begin('second', places.enter('b'));
    first.end();
    first.end();
    await turn();
    assert.deepEqual(begun, ['first', 'second']);
    await assert.rejects(places.enter('c').begin(NEVER), { status: 503 });
    first.leave();
    void begin('third', places.enter('c'));
    assert.equal(places.waiting(), 1);
  });

  it('are waited for no longer by who goes away', async () => {
    const places = createPlaces({ width: 2, most: 9, mostOfUser: 9 });
    const gone = new AbortController();
    const [one, two, three] = [places.enter('a'), places.enter('a'), places.enter('a')];
    await Promise.all([begin('one', one), begin('two', two)]);
    const waits = begin('three', three, gone.signal);
    gone.abort(new Error('gone'));
    await assert.rejects(waits, /gone/);
    three.leave();
    one.leave();
    await begin('four', places.enter('a'));
    assert.deepEqual([begun, places.waiting()], [['one', 'two', 'four'], 0]);
    await assert.rejects(places.enter('b').begin(gone.signal), /gone/);
  });
});
