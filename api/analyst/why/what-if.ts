/** Tool: what a change of the case would do, found by solving the changed case. */
import { object } from 'yup';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import { knownName, type SolveRef, solveFields, solveOf } from '../tools/find-solve.ts';
import { defineTool, type ToolContext, type ToolResult } from '../tools/tool.ts';
import { ask } from './ask.ts';
import { type SupposedChange, suppose, supposedChangeSchema } from './suppose.ts';
import { supposedAnswer } from './supposed-answer.ts';

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

const BUS = /^(?:bus[ _-]?)?(-?\d+)$/i;

/** What a supposed change is about, as the payload calls it; a wrong name is refused with those that are near. */
function knownElement(payload: SolvePayload, { kind, element }: SupposedChange): string | undefined {
  if (element === undefined || kind === 'fuel_price') return element;
  if (kind === 'load') {
    const buses = payload.loads.map(({ bus }) => String(bus));
    return knownName('bus with a load', element.trim().replace(BUS, '$1'), buses);
  }
  const { generators, transmission_lines: lines = [], renewables = [], reserves = [] } = payload;
  const nameOf = ({ name }: { readonly name: string }): string => name;
  if (kind === 'line_limit')
    return knownName(
      'line',
      element,
      lines.map(({ id }) => id),
    );
  if (kind === 'unit_outage') return knownName('generator', element, generators.map(nameOf));
  return kind === 'renewable'
    ? knownName('renewable', element, renewables.map(nameOf))
    : knownName('reserve', element, reserves.map(nameOf));
}
