/** The independent check of a schedule: every rule, and how far it was from broken. */
import { CheckTable } from '../parts/check-table.tsx';
import { Card, Empty, Notice } from '../parts/elements.tsx';
import { money, percent } from '../parts/format.ts';
import type { ResultViewProps } from '../results/view.ts';

/** In place of a version where the solver never ran. */
const NOT_USED = 'not used';

export function CertificateView({ summary: { certificate, objective_value } }: ResultViewProps) {
  if (!certificate) return <Empty>There is no schedule, so there is nothing to certify.</Empty>;
  const { checks, verified } = certificate;
  const judged = checks.filter(({ vacuous }) => !vacuous).length;
  return (
    <>
      <Notice tone={verified ? 'good' : 'bad'}>
        {verified
          ? `All ${judged} checks passed. They were made from the case and the schedule alone, without the solver.`
          : 'A check failed: do not trust this schedule.'}
      </Notice>
      <Card title="Checks">
        <CheckTable checks={checks} prices={certificate.prices} />
      </Card>
      <Card title="What was certified">
        <dl class="facts">
          <dt>Cost of operation, added up again</dt>
          <dd>{money(certificate.recomputed_cost_usd)}</dd>
          <dt>Objective, added up again</dt>
          <dd>{money(certificate.recomputed_objective_usd ?? objective_value)}</dd>
          <dt>Bound of the objective proven by the solver</dt>
          <dd>
            {money(certificate.lower_bound_usd)} ({percent(certificate.mip_gap)} below the objective)
          </dd>
          <dt>Bound of the objective proven without the solver</dt>
          <dd>
            {money(certificate.independent_bound_usd)} ({percent(certificate.independent_gap)} below the
            objective)
          </dd>
          <dt>SHA-256 of the case</dt>
          <dd>
            <code>{certificate.input_sha256}</code>
          </dd>
          <dt>Solver</dt>
          <dd>
            {certificate.solver}
            {certificate.solver_version === NOT_USED
              ? ': not needed, the schedule was made without a search'
              : ` ${certificate.solver_version}`}
          </dd>
        </dl>
      </Card>
    </>
  );
}
