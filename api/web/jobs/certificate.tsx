/** Certificate of a schedule: its checks, each with the largest violation, and its bounds. */
import { CheckTable } from '../parts/check-table.tsx';
import { Card, Empty, Notice } from '../parts/elements.tsx';
import { money, percent } from '../parts/format.ts';
import type { ResultViewProps } from '../results/view.ts';

/** Solver version in a result for which no solver was used. */
const NOT_USED = 'not used';

export function CertificateView({ summary: { certificate, objective_value } }: ResultViewProps) {
  if (!certificate) return <Empty>No schedule, so no certificate.</Empty>;
  const { checks, verified } = certificate;
  const judged = checks.filter(({ vacuous }) => !vacuous).length;
  return (
    <>
      <Notice tone={verified ? 'good' : 'bad'}>
        {verified
          ? `All ${judged} checks passed, computed from the case and the schedule alone, without the solver.`
          : 'A check failed: do not trust this schedule.'}
      </Notice>
      <Card title="Checks">
        <CheckTable checks={checks} prices={certificate.prices} />
      </Card>
      <Card title="Certified values">
        <dl class="facts">
          <dt>Operating cost, recomputed</dt>
          <dd>{money(certificate.recomputed_cost_usd)}</dd>
          <dt>Objective, recomputed</dt>
          <dd>{money(certificate.recomputed_objective_usd ?? objective_value)}</dd>
          <dt>Lower bound by the solver</dt>
          <dd>
            {money(certificate.lower_bound_usd)} ({percent(certificate.mip_gap)} below the objective)
          </dd>
          <dt>Lower bound without the solver</dt>
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
              ? ': not needed for this schedule'
              : ` ${certificate.solver_version}`}
          </dd>
        </dl>
      </Card>
    </>
  );
}
