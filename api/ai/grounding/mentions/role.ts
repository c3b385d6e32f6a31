/** Whether a number names an hour or a thing, by the words before it. */
import type { Role } from '../fact.ts';

const AND = String.raw`(?:[\s\d,;:\u2013\u2014/+-]|and|or|to|through|until|till|und|bis|oder|y|a|o|et|\u00e0|ou|ed?|al?|at\u00e9)*`;
const HOUR = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:hours?|hrs?|h|HE|t|Stunden?|horas?|heures?|or[ae]|periods?|intervals?)(?!\p{L})[\s.:=#_-]{0,3}(?:number\s)?${AND}$`,
  'iu',
);
const ENTITY = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:bus(?:es|bar)?|nodes?|lines?|branch(?:es)?|units?|generators?|gens?|plants?|areas?|zones?|contingenc(?:y|ies)|outages?|scenarios?|cases?|Knoten|Leitung(?:en)?|Kraftwerke?|Block|nodos?|barras?|l[i\u00ed]neas?|linhas?|lignes?|linee|linea|unidad(?:es)?|unidades?|unit\u00e9s?|unit\u00e0|generador(?:es)?|gerador(?:es)?|n\u0153uds?|noeuds?|nodi)(?!\p{L})[\s.:#_-]{0,3}(?:number\s|no\.?\s)?${AND}$`,
  'iu',
);

/** `before`: the sentence up to the number. */
export function roleAfter(before: string): Role {
  if (HOUR.test(before)) return 'hour';
  return ENTITY.test(before) ? 'entity' : 'value';
}
