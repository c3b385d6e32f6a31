/** What questions are about, in six languages, and the tool that knows it. */
/** What a question names. */
export interface Subject {
  readonly bus?: string;
  readonly generator?: string;
  readonly hour?: number;
}

export interface Topic {
  readonly tool: string;
  readonly words: RegExp;
  /** What the tool takes of what the question names. */
  readonly takes: readonly (keyof Subject)[];
  /** What it cannot do without. */
  readonly needs?: readonly (keyof Subject)[];
}

const OFF =
  /\b(?:why|reason)\b.*\b(?:not|n't|off|idle|isn|decommit|shut|never|without)|\bwarum\b.*\b(?:nicht|aus|still|abgeschaltet)|\bpor ?qu[eé]\b.*\b(?:no|apagad|parad|desligad|n[aã]o)|\bpourquoi\b.*\b(?:pas|arr[eê]t|éteint)|\bperch[eé]\b.*\b(?:non|spent|ferm)/iu;
const WHY = /\b(?:why|reason|what makes)\b|\bwarum\b|\bpor ?qu[eé]\b|\bpourquoi\b|\bperch[eé]\b/iu;

export const TOPICS: readonly Topic[] = [
  {
    tool: 'why_not_committed',
    words: OFF,
    takes: ['generator', 'hour'],
    needs: ['generator', 'hour'],
  },
  {
    tool: 'why_committed',
    words: new RegExp(`^(?!.*(?:${OFF.source})).*(?:${WHY.source})`, 'isu'),
    takes: ['generator', 'hour'],
    needs: ['generator', 'hour'],
  },
  {
    tool: 'get_lmp',
    words: /\b(?:price|prices|lmps?|nodal|preise?n?|precios?|prix|prezz[io]|preços?)\b/iu,
    takes: ['bus', 'hour'],
  },
  {
    tool: 'get_cost_breakdown',
    words: /\b(?:costs?|expens\w+|cheap\w*|share|kosten|costes?|costos?|coûts?|cost[io]|custos?)\b/iu,
    takes: ['generator'],
  },
  {
    tool: 'get_commitment',
    words:
      /\b(?:on|off|start(?:s|ed|ups?)?|stop(?:s|ped)?|shut\w*|commit\w*|runs?|running|hours on|eingeschaltet|läuft|encendid\w*|allum\w+|acces\w+|ligad\w+|arran\w+|démarr\w+)\b/iu,
    takes: ['generator', 'hour'],
  },
  {
    tool: 'get_dispatch',
    words:
      /\b(?:dispatch\w*|output|produc\w+|generat(?:es?|ing|ion)|power|mw|einspeisung|leistung|produit|produce|despacho|potencia|potência|puissance|potenza)\b/iu,
    takes: ['generator', 'hour'],
  },
  {
    tool: 'validate_power_flow',
    words: /\b(?:valid\w+|data (?:error|quality)|impedance|topolog\w+|power[\s-]flow data)\b/iu,
    takes: [],
  },
];

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
