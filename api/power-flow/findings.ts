/** Findings of checks, and their messages about elements of a network. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ELEMENT_TYPES = ['network', 'bus', 'line', 'generator'] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

/** Id of an element. Ids are compared as strings and returned as sent. */
export type ElementId = string | number;

/** A finding in machine-readable form; its message also appears in the plain lists. */
export interface Finding {
  /** Code of the finding, for example `DUPLICATE_ID`. */
  readonly code: string;
  readonly severity: Severity;
  readonly element_type: ElementType;
  readonly element_id: ElementId;
  readonly message: string;
}

/** A finding of a check without codes; it has only a message. */
export interface Remark {
  readonly severity: 'error' | 'warning';
  readonly what: string;
}
export const error = (what: string): Remark => ({ severity: 'error', what });
export const warning = (what: string): Remark => ({ severity: 'warning', what });

/** Collects remarks as messages; each begins with the name of its element. */
export function gatherMessages(...errors: string[]) {
  const warnings: string[] = [];
  const tell = (name: string, remarks: readonly Remark[]): void => {
    for (const { severity, what } of remarks)
      (severity === 'error' ? errors : warnings).push(`${name}: ${what}`);
  };
  return { errors, warnings, tell };
}

export const TITLES = { bus: 'Bus', line: 'Line', generator: 'Generator' } as const;

/** Returns a function that creates findings on elements of one type; their messages begin with the element's name. */
export const findingOf =
  (element_type: keyof typeof TITLES) =>
  ({ id }: { readonly id: ElementId }, severity: Severity, code: string, what: string): Finding => ({
    code,
    severity,
    element_type,
    element_id: id,
    message: `${TITLES[element_type]} ${id}: ${what}`,
  });

export const messagesOf = (findings: readonly Finding[], ...severities: Severity[]): string[] =>
  findings.filter(({ severity }) => severities.includes(severity)).map(({ message }) => message);

export const isValid = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== 'error');
