/** Queries of the dashboard and of the alert rules, and the metrics that the queries use. */
import { deployText, readYaml } from '../deploy/read-deploy.ts';

/** Folder of dashboard and rules in the sources. */
export const WATCH = new URL('../../../../workers/deploy/watch/', import.meta.url);

interface Alert {
  readonly name: string;
  readonly expr: string;
  readonly runbook: string;
}

interface RuleFile {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly runbook: string };
    }[];
  }[];
}

export const alerts = (): Alert[] =>
  readYaml<RuleFile>('watch/alerts.yaml')
    .flatMap(({ groups }) => groups.flatMap(({ rules }) => rules))
    .map(({ alert, expr, annotations }) => ({ name: alert, expr, runbook: annotations.runbook }));

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** Queries with the title of their panel or alert. */
export function queries(): [title: string, queries: string[]][] {
  const { panels } = JSON.parse(deployText('watch/dashboard.json')) as { panels: Panel[] };
  return [
    ...panels.map(({ title, targets = [] }): [string, string[]] => [title, targets.map(({ expr }) => expr)]),
    ...alerts().map(({ name, expr }): [string, string[]] => [name, [expr]]),
  ];
}

interface Asked {
  readonly metric: string;
  /** Labels by which the query selects the metric. */
  readonly chosen: readonly string[];
  /** Labels by which the query groups results, of any of its metrics. */
  readonly grouped: readonly string[];
}

const GROUPING = /\b(?:by|on|without)\s*\(([^)]*)\)/g;
const SELECTOR = /\b([a-z]\w*)(\{[^}]*\})?(?!\w|\s*\()/g;
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)/g;
const WORDS: ReadonlySet<string> = new Set(['unless', 'and', 'or']);

/** Every metric of a PromQL query, with the labels that the query uses, except labels that Prometheus adds. */
export function askedBy(query: string): Asked[] {
  const grouped = [...query.matchAll(GROUPING)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  const rest = query
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(GROUPING, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ');
  return [...rest.matchAll(SELECTOR)]
    .map(([, metric = '', braces = '']) => ({
      metric,
      chosen: ownLabels([...braces.matchAll(MATCHER)].map(([, label = '']) => label)),
      grouped: ownLabels(grouped),
    }))
    .filter(({ metric }) => !WORDS.has(metric));
}

const ADDED: ReadonlySet<string> = new Set(['job', 'instance']);
const ownLabels = (labels: readonly string[]): string[] => labels.filter((label) => !ADDED.has(label));
