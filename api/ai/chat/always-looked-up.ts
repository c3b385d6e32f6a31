/**
 * What the service looks up itself, whatever the model would have done: binding constraints for questions about
 * them or shadow prices, and the causes of an infeasibility. The words are those of six languages.
 */
const BINDING =
  /\bbind(?:ing|s)?\b|congest|bottleneck|shadow[\s-]?prices?|(?:transmission|line|flow|thermal)[\s-](?:constraint|limit)|overload|prices?\b.{0,40}\b(?:split|separate|diverge|differ)|engp(?:a|ä)ss|schattenpreis|bindende|auslastung|überlast|ausgelastet|preis.{0,40}(?:unterschied|auseinander)|restricci(?:ó|o)n(?:es)? (?:activas?|vinculantes?)|precios? sombra|congesti(?:ó|o)n|limitante|contraintes? (?:actives?|liantes?|saturées?)|prix (?:fictifs?|duaux|duals?|ombre)|saturée?s?|vincol[oi] (?:attiv[oi]|vincolant[ei])|prezz[oi] ombra|congestion[ei]|restriç(?:ão|ões) (?:ativas?|vinculantes?)|preços?[\s-]sombra|congestionament/iu;
const INFEASIBLE =
  /infeasib|unl(?:ö|oe)sbar|unzul(?:ä|ae)ssig|no (?:es )?factible|infactible|irr(?:é|e)alisable|infaisable|inammissib|invi[aá]vel|(?:cannot|can't|not|never) be solved|no (?:feasible )?solution/iu;

/** Names of tools. */
export function alwaysLookedUp(question: string): string[] {
  const text = question.normalize('NFKC');
  return [
    ...(BINDING.test(text) ? ['get_binding_constraints'] : []),
    ...(INFEASIBLE.test(text) ? ['get_infeasibility_report'] : []),
  ];
}
