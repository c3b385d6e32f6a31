/** What questions are about, in six languages, and the tool that knows it. */
interface Subjects {
  readonly bus: string;
  readonly generator: string;
  readonly hour: number;
}

export interface Topic {
  readonly tool: string;
  readonly words: RegExp;
  /** What the tool takes of what the question names. */
  readonly takes: readonly (keyof Subjects)[];
  /** What it cannot do without. */
  readonly needs?: readonly (keyof Subjects)[];
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
