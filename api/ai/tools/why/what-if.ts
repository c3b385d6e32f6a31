/** What a change of the case would do, found by solving the changed case. */
import { object } from 'yup';
import type { SolveRef } from '../find-solve.ts';
import { solveFields } from '../solve-fields.ts';
import { solveOf } from '../solve-of.ts';
import { defineTool, type ToolContext, type ToolResult } from '../tool.ts';
import { ask } from './ask.ts';
import { knownElement } from './known-element.ts';
import { suppose } from './suppose.ts';
import { supposedAnswer } from './supposed-answer.ts';
import { type SupposedChange, supposedChangeSchema } from './supposed-change.ts';

interface WhatIfQuestion extends SolveRef {
  readonly change: SupposedChange;
}

export const whatIf = defineTool<WhatIfQuestion>({
  name: 'what_if',
  description:
    'What another load, fuel price, line limit, renewable output or reserve, or the outage of a unit would do to cost, prices, binding lines and starts: solves the changed case.',
  parameters: object({ change: supposedChangeSchema.required(), ...solveFields() }).exact(),
  run: answer,
});

async function answer({ change: said, ...ref }: WhatIfQuestion, context: ToolContext): Promise<ToolResult> {
  const base = await solveOf(ref, context);
  const change = { ...said, element: knownElement(base.payload, said) };
  const payload = suppose(base.payload, change, context.deps.settings.MAX_HORIZON);
  const { kind, element, factor } = change;
  const found = await ask(context, base, {
    key: JSON.stringify(['what_if', kind, element, factor]),
    title: titleOf(change),
    payload,
  });
  return supposedAnswer({ base, answer: found, payload, change, title: titleOf(change) });
}

const titleOf = ({ kind, element, factor }: SupposedChange): string => {
  const of = element === undefined ? '' : ` of ${element}`;
  if (kind === 'unit_outage') return `outage${of}`;
  return `${kind.replace('_', ' ')}${of} times ${factor}`;
};
