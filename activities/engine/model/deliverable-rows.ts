/**
 * What the flow limits of a model leave of the output of single units: rows that tighten the relaxation and that no
 * integer solution needs.
 */
import type { SavedDeliverable } from '../../../temporal/case/messages/warm-start.ts';
import type { Row } from '../../milp/model.ts';
import { type DeliverableOutput, deliverableOutputs } from '../../uc/formulation/deliverable-output.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import type { ModelRows } from './model-rows.ts';
import { createRowPool } from './model-rows.ts';
import type { ModelledLimit, NetworkRows } from './network-rows.ts';

export interface DeliverableRows {
  /** Deliverable-output rows that are in the model. */
  readonly added: readonly ModelledDeliverable[];
  /** Adds the rows that `primal` violates; returns how many. */
  addViolated(primal: Float64Array): number;
  addThese(saved: readonly SavedDeliverable[]): void;
  /** The rows that wait until a solution violates them. */
  waiting(): Row[];
}

interface Deliverable extends DeliverableOutput {
  readonly limit: ModelledLimit;
}

export interface ModelledDeliverable extends Deliverable {
  /** Row of the model. */
  readonly position: number;
}

/** MW. */
const TOLERANCE = 1e-4;

export function createDeliverableRows(
  instance: Instance,
  { milp, x }: Formulation,
  { limits }: NetworkRows,
  rows: ModelRows,
): DeliverableRows {
  const added: ModelledDeliverable[] = [];
  const pool = createRowPool<Deliverable>({
    items: [],
    rowOf: ({ row }) => row,
    add(items) {
      const first = rows.count();
      rows.add(items.map(({ row }) => row));
      added.push(...items.map((item, k) => ({ ...item, position: first + k })));
    },
    tolerance: TOLERANCE,
  });
  let seen = 0;
  /** Offers the rows of flow limits that came since the last time. */
  const offerNew = (): void => {
    // A dispatch has its commitment.
    if (instance.jobType === 'ed') return;
    const flows = rows.all();
    for (const limit of limits.slice(seen)) {
      const flow = flows[limit.row];
      const outputs = flow ? deliverableOutputs(instance, milp, x, limit, flow) : [];
      pool.offer(outputs.map((output) => ({ ...output, limit })));
    }
    seen = limits.length;
  };
  return {
    added,
    addViolated(primal) {
      offerNew();
      return pool.addViolated(primal);
    },
    addThese(saved) {
      offerNew();
      const wanted = new Set(saved.map(nameOf));
      pool.addThese(({ limit, unit }) => wanted.has(nameOf({ ...limit, unit })));
    },
    waiting() {
      offerNew();
      return pool.waiting();
    },
  };
}

const nameOf = ({ line, contingency, hour, direction, unit }: SavedDeliverable): string =>
  `${line}/${contingency}/${hour}/${direction}/${unit}`;
