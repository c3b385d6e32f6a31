/** What must not be kept in a log: secrets and personal data, by their usual shapes. */

export const SECRETS: readonly RegExp[] = [
  /(?<![A-Za-z0-9])sk-(?=[\w-]{0,40}\d)[\w-]{10,}/g,
  /(?<![A-Za-z0-9])(?:gok|gh[pousr]|github_pat|glpat|xox[abprs]|hf|npm|pypi|whsec)[_-][\w-]{12,}/g,
  /(?<![A-Za-z0-9])(?:sk|pk|rk)_(?:live|test)_\w{8,}/g,
  /(?<![A-Z0-9])A(?:KIA|SIA|ROA|IDA)[A-Z0-9]{12,}/g,
  /(?<![A-Za-z0-9])AIza[\w-]{20,}/g,
  /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g,
  /\b(?:mongodb(?:\+srv)?|postgres(?:ql)?|mysql|redis|amqp|https?):\/\/[^\s:@/]{1,64}:[^\s:@/]{1,128}@/g,
];

export const PERSONAL_DATA: readonly RegExp[] = [
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[A-Za-z]{2,}/g,
  /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g,
  /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g,
  /\b[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]\b/g,
  /\b(?:\d{8}|[XYZ]\d{7})-?[A-Z]\b/g,
  /\b[12] \d{2} \d{2} \d{2} \d{3} \d{3}(?: \d{2})?\b/g,
];

/** The text without them. */
export const redact = (text: string): string =>
  [...SECRETS, ...PERSONAL_DATA].reduce((rest, pattern) => rest.replace(pattern, '[redacted]'), text);
