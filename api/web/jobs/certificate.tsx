/** The independent check of a schedule: every rule, and how far it was from broken. */
import { CHECKS } from '../parts/check-words.ts';
import { Badge, Card, Empty, Notice } from '../parts/elements.tsx';
import { money, percent, plain } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
import type { ResultViewProps } from '../results/view.ts';

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
        <Table
          caption="Checks of the certificate"
          keyOf={({ name }) => name}
          rows={checks}
          columns={[
            { head: 'Check', cell: ({ name }) => CHECKS[name] ?? name },
            {
              head: 'Passed',
              cell: ({ ok, vacuous }) =>
                vacuous ? (
                  <Badge text="none in this case" tone="quiet" />
                ) : (
                  <Badge text={ok ? 'yes' : 'no'} tone={ok ? 'good' : 'bad'} />
                ),
            },
            { head: 'Worst violation', isNumber: true, cell: (check) => plain(check.max_violation) },
            { head: 'Tolerance', isNumber: true, cell: (check) => plain(check.tolerance) },
          ]}
        />
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
            {certificate.solver} {certificate.solver_version}
          </dd>
        </dl>
      </Card>
    </>
  );
}
