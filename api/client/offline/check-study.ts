/** Checks the certificate of a connection study: its results are those that were signed, and agree with each other. */
import type { ConnectionResults } from '../../../temporal/case/messages/connection.ts';
import type { SignedConnections } from '../../../temporal/case/messages/signed-certificate.ts';
import { attempt } from './check-run.ts';
import { type Finding, finding } from './findings.ts';
import { isObject, type Signed } from './read-certificate.ts';

type Results = ConnectionResults & { readonly study_id: string };

export const isStudy = ({ statement }: Signed): boolean =>
  isObject(statement) && typeof statement['results_sha256'] === 'string';

/** `results`: the results as the service gives them. The runs of the study are not checked. */
export function checkStudy({ statement: signed }: Signed, results: unknown): Finding[] {
  // Only the signature has been validated; a malformed statement throws below.
  const statement = signed as SignedConnections['statement'];
  const { study_id, ended_at, network_version } = statement;
  const runs = attempt(() => statement.runs.length);
  if (runs === undefined) return [finding('certificate', false, 'It does not list the runs of a study')];
  const version = `version ${network_version} of the network`;
  return [
    finding('certificate', true, `For connection study ${study_id} on ${version}, ended ${ended_at}`),
    ...(results === undefined ? [] : [checkAgreement(statement, results)]),
    finding(
      'rules',
      null,
      `The verifier did not run: the schedules and the proofs are in ${runs} runs, whose roots are signed here. ` +
        'Check the certificate of a run, which has its root and a proof of each day',
    ),
  ];
}

/** Checks what hash and signature do not prove: that the signed results make sense. */
function checkAgreement(statement: SignedConnections['statement'], value: unknown): Finding {
  const problems = attempt(() => problemsOf(statement, value as Results));
  if (problems === undefined) return finding('figures', false, 'Not the results of a connection study');
  const [first, ...others] = problems;
  if (first !== undefined)
    return finding('figures', false, `${first}${others.length > 0 ? `, and ${others.length} more` : ''}`);
  return finding('figures', true, 'Every interval is in order, and every run that it names is signed');
}

function problemsOf({ study_id, runs }: SignedConnections['statement'], results: Results): string[] {
  const { base, candidates } = results;
  const listed = new Set(runs.map(({ execution_id }) => execution_id));
  const used = new Set([base.execution_id]);
  const names = candidates.map(({ bus, kind }) => `${kind} at bus ${bus}`);
  const problems = candidates.flatMap(({ firm_mw, flexible_mw, bound_ids }, at) => {
    const levels = [firm_mw, ...flexible_mw];
    const shown = levels.flatMap(({ execution_id }) => execution_id ?? []);
    for (const id of [...bound_ids, ...shown]) used.add(id);
    const wrong = [
      levels.some(({ at_least, at_most }) => !(0 <= at_least && at_least <= at_most)) &&
        'an interval is empty',
      levels.some(
        ({ at_least, at_most }, n) =>
          at_least < (levels[n - 1]?.at_least ?? 0) || at_most < (levels[n - 1]?.at_most ?? 0),
      ) && 'more hours of reduction allow less',
      levels.some(({ at_least, execution_id }) => at_least > 0 && execution_id === null) &&
        'no run shows at_least',
      names.indexOf(names[at] ?? '') < at && 'it is listed twice',
    ];
    return wrong.flatMap((words) => (words ? [`${names[at]}: ${words}`] : []));
  });
  return [
    ...(results.study_id === study_id ? [] : [`The results are of study ${results.study_id}`]),
    ...problems,
    ...[...used].flatMap((id) => (listed.has(id) ? [] : [`run ${id} is not signed`])),
    ...[...listed].flatMap((id) => (used.has(id) ? [] : [`run ${id} shows nothing`])),
  ];
}
