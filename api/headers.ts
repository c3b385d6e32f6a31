/** Header fields of a reply by name. */
export type Headers = Readonly<Record<string, string>>;
