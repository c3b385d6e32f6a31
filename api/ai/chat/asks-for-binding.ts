/**
 * Whether a question is about binding constraints or shadow prices, in six languages: the service then looks
 * them up itself, whatever the model would have done.
 */
const TERMS =
  /\bbind(?:ing|s)?\b|congest|bottleneck|shadow[\s-]?prices?|(?:transmission|line|flow|thermal)[\s-](?:constraint|limit)|overload|prices?\b.{0,40}\b(?:split|separate|diverge|differ)|engp(?:a|ä)ss|schattenpreis|bindende|auslastung|überlast|ausgelastet|preis.{0,40}(?:unterschied|auseinander)|restricci(?:ó|o)n(?:es)? (?:activas?|vinculantes?)|precios? sombra|congesti(?:ó|o)n|limitante|contraintes? (?:actives?|liantes?|saturées?)|prix (?:fictifs?|duaux|duals?|ombre)|saturée?s?|vincol[oi] (?:attiv[oi]|vincolant[ei])|prezz[oi] ombra|congestion[ei]|restriç(?:ão|ões) (?:ativas?|vinculantes?)|preços?[\s-]sombra|congestionament/iu;

export const asksForBinding = (question: string): boolean => TERMS.test(question.normalize('NFKC'));
