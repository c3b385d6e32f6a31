import assert from 'node:assert/strict';
import { createSlots, type Slots } from '../../../workers/slots.ts';

type Supplier = ReturnType<Slots['supplier']>;
const RESERVE = {
  slotType: 'activity',
  taskQueue: 'q',
  workerIdentity: 'w',
  workerBuildId: '',
  isSticky: false,
} as const;
const TASK = { type: 'activity', activityType: 'runSolver' } as const;

const never = new AbortController().signal;
const ask = (supplier: Supplier, signal = never) => supplier.reserveSlot(RESERVE, signal);
const fill = (supplier: Supplier) => supplier.markSlotUsed({ slotInfo: TASK, permit: {} });
const end = (supplier: Supplier) => supplier.releaseSlot({ slotInfo: TASK, permit: {} });
const giveUp = (supplier: Supplier) => supplier.releaseSlot({ permit: {} });

/** True if the promise is already fulfilled. */
const isKept = async (promise: Promise<unknown>): Promise<boolean> => {
  const later = new Promise((resolve) => setImmediate(() => resolve('later')));
  return (await Promise.race([promise, later])) !== 'later';
};

describe('the slots of a solver process', () => {
  it('are given to one queue up to their number', async () => {
    const supplier = createSlots(2).supplier();
    await ask(supplier);
    await ask(supplier);
    const third = ask(supplier);
    assert.equal(await isKept(third), false);
    giveUp(supplier);
    assert.equal(await isKept(third), true);
  });

  it('are free to all queues while one of them only asks for tasks', async () => {
    const slots = createSlots(1);
    const [highs, cbc] = [slots.supplier(), slots.supplier()];
    await ask(highs);
    assert.equal(await isKept(ask(cbc)), true);
  });

  it('that tasks of another queue fill are free when those end', async () => {
    const slots = createSlots(1);
    const [highs, cbc] = [slots.supplier(), slots.supplier()];
    await ask(highs);
    fill(highs);
    const slot = ask(cbc);
    assert.equal(await isKept(slot), false);
    end(highs);
    assert.equal(await isKept(slot), true);
  });

  it('are not given to a caller that has given up', async () => {
    const slots = createSlots(1);
    const supplier = slots.supplier();
    await ask(supplier);
    const controller = new AbortController();
    const slot = ask(supplier, controller.signal);
    controller.abort();
    await assert.rejects(slot, { name: 'AbortError' });
    giveUp(supplier);
    assert.equal(await isKept(ask(supplier)), true);
  });

  it('are taken by as many tasks as there are slots, of any queue', () => {
    const slots = createSlots(2);
    const giveBack = slots.take();
    assert.ok(giveBack && slots.take());
    assert.equal(slots.take(), null);
    giveBack();
    assert.ok(slots.take());
  });
});
