/** What the service looks up itself, by the words of a question in six languages. */
import assert from 'node:assert/strict';
import { alwaysLookedUp } from '../../../../../api/analyst/chat/topics.ts';

const BINDING = 'get_binding_constraints';
const INFEASIBLE = 'get_infeasibility_report';

const QUESTIONS: readonly (readonly [question: string, ...tools: readonly string[]])[] = [
  ['Which transmission constraints are binding?', BINDING],
  ['What are the shadow prices of the lines?', BINDING],
  ['Why do prices split at hour 18?', BINDING],
  ['Where is congestion in the network?', BINDING],
  ['Is there a bottleneck between north and south?', BINDING],
  ['Welche Leitungen sind ein Engpass?', BINDING],
  ['Wie hoch ist der Schattenpreis der Leitung?', BINDING],
  ['¿Qué restricciones activas hay?', BINDING],
  ['¿Cuáles son los precios sombra?', BINDING],
  ['Quelles contraintes actives y a-t-il ?', BINDING],
  ['Quali vincoli attivi ci sono?', BINDING],
  ['Quais são as restrições ativas?', BINDING],
  ['Why is this case infeasible?', INFEASIBLE],
  ['Why can this case not be solved?', INFEASIBLE],
  ['Warum ist der Fall unlösbar?', INFEASIBLE],
  ['¿Por qué es infactible?', INFEASIBLE],
  ['Pourquoi est-ce infaisable ?', INFEASIBLE],
  ['Is it infeasible because a line limit binds?', BINDING, INFEASIBLE],
  ['What does the schedule cost?'],
  ['Is unit G2 on at hour 3?'],
  ['What is the price at bus 3?'],
  ['Wie viel MW liefert G1?'],
];

describe('questions that the service looks up itself', () => {
  for (const [question, ...tools] of QUESTIONS) {
    it(`need ${tools.join(' and ') || 'nothing'}: ${question}`, () => {
      assert.deepEqual(alwaysLookedUp(question), tools);
    });
  }
});
