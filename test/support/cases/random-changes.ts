/** Random changes for what-ifs; equal seeds give equal changes. */

import type { WhatIfChange } from '../../../temporal/case/messages/what-if.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { type Draw, randomDraw } from './random.ts';

export function randomChanges(payload: SolvePayload, seed: number): WhatIfChange[] {
  const draw = randomDraw(seed);
  return Array.from({ length: draw.integer(1, 3) }, () => randomChange(payload, draw));
}

function randomChange(
  { generators, loads, horizon, transmission_lines: lines = [] }: SolvePayload,
  draw: Draw,
): WhatIfChange {
  const from = draw.integer(0, horizon - 1);
  const some = Array.from({ length: draw.integer(1, horizon - from) }, (_, k) => from + k);
  const hours = draw.chance(0.5) ? { hours: some } : {};
  const factor = draw.real(0.7, 1.3);
  const of = <T>(items: readonly T[]): T | undefined => items[draw.integer(0, Math.max(0, items.length - 1))];
  const kind = draw.integer(1, lines.length > 0 ? 5 : 4);
  if (kind === 1) return { load: draw.chance(0.5) ? '*' : String(of(loads)?.bus ?? '*'), factor, ...hours };
  if (kind === 2) return { unit: of(generators)?.name ?? '', factor: draw.real(0.9, 1.3), ...hours };
  if (kind === 3)
    return { path: `generators.${of(generators)?.name}.marginal_cost`, value: draw.real(5, 80) };
  if (kind === 4) return { load: String(of(loads)?.bus ?? '*'), value: draw.real(10, 120), ...hours };
  return { line: of(lines)?.id ?? '', factor };
}
