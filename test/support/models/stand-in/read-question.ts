/** Reads a question in the way that the stand-in understands it. */
const HOUR = /\b(?:hour|stunde|heure|hora|ora)\s+(\d{1,4})\b/i;
const CLOCK = /\b(\d{1,2})(?::00| ?h)\b/;
const AFTERNOON = /\b(\d{1,2}) ?pm\b/i;
const BUS = /\b(?:bus|node|knoten|nœud|nodo|barra)[ _-]?["']?([\w.-]*\d[\w.-]*)/i;
const UNIT = /\b(?:unit|generator|plant)\s+["']?([\w.-]+)/i;
const WHY_UNIT = /\bwhy\s+(?:is|was|isn't|wasn't|are|does|did)\s+["']?([\w.-]+)/i;
const NAME = /\b([A-Z][A-Za-z]*[_-]?\d[\w-]*)\b/;
const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const NO_NAME = /^(?:the|it|a|an|my|this|that|there|prices?)$/i;

export interface NamedThings {
  readonly hour: number | undefined;
  readonly bus: string | undefined;
  readonly generator: string | undefined;
  readonly ids: readonly string[];
}

/** Hour, bus, unit and ids that a question names. */
export function readQuestion(question: string): NamedThings {
  const afternoon = AFTERNOON.exec(question)?.[1];
  const hour = afternoon ? Number(afternoon) + 12 : numberOf(HOUR.exec(question) ?? CLOCK.exec(question));
  const names = [UNIT, WHY_UNIT, NAME].map((pattern) => pattern.exec(question)?.[1]);
  return {
    hour,
    bus: withoutEnd(BUS.exec(question)?.[1]),
    generator: withoutEnd(names.find((name) => name !== undefined && !NO_NAME.test(name))),
    ids: question.match(ID) ?? [],
  };
}

const numberOf = (match: RegExpExecArray | null): number | undefined =>
  match?.[1] === undefined ? undefined : Number(match[1]);

/** Removes the full stop after a name at the end of a sentence. */
const withoutEnd = (name: string | undefined): string | undefined => name?.replace(/(?<![.-])[.-]+$/, '');

const KINDS: readonly (readonly [words: RegExp, kind: string])[] = [
  [/\boutage\b|\bwithout\b|\btrips?\b|\bfails?\b|\bunavailable\b/i, 'unit_outage'],
  [/\b(?:gas|coal|oil|fuel)\b/i, 'fuel_price'],
  [/\bline\b|\blimits?\b/i, 'line_limit'],
  [/\bwind\b|\bsolar\b|\brenewable/i, 'renewable'],
  [/\breserve/i, 'reserve'],
];
const PERCENT = /(?<!\d)(\d+(?:\.\d+)?) ?(?:%|percent)/i;
const LESS = /\b(?:less|lower|fewer|cheaper|down|drops?|falls?)\b/i;
/** Factor of a change, for a question that states none. */
const USUAL_FACTOR = 1.1;

/** Arguments of the tool `what_if` for a question "what if ...". */
export function readChange(question: string): object {
  const kind = KINDS.find(([words]) => words.test(question))?.[1] ?? 'load';
  if (kind === 'unit_outage') return { kind, element: readQuestion(question).generator ?? '' };
  const percent = PERCENT.exec(question)?.[1];
  if (percent === undefined) return { kind, factor: USUAL_FACTOR };
  return { kind, factor: (100 + (LESS.test(question) ? -1 : 1) * Number(percent)) / 100 };
}
