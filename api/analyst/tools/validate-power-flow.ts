/** Tool: power-flow checks of the network of a scenario, or of the lines of its payload. */
import { object } from 'yup';
import { counted } from '../../../temporal/case/explain/figures.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { checkFile } from '../../power-flow/checks/check-file.ts';
import { checkTopology } from '../../power-flow/checks/check-topology.ts';
import { SEVERITIES } from '../../power-flow/findings.ts';
import { caseOfNetwork } from '../../power-flow/read-case.ts';
import { networkField, refOf, type SolveRef, solveFields, solveOf } from './find-solve.ts';
import { defineTool, type ToolContext, ToolRefusal, type ToolResult } from './tool.ts';

const MAX_FINDINGS = 50;

export const validatePowerFlow = defineTool({
  name: 'validate_power_flow',
  description:
    'Checks the data of a network, or of the network of a scenario, for a power flow: topology, impedances, voltages, units. Nothing is solved.',
  parameters: object({ ...solveFields(), network_id: networkField() }).exact(),
  run: async ({ network_id, ...ref }, context) => {
    if (network_id !== undefined) return checkNetwork(network_id, context);
    const { network, payload } = await gridOf(ref, context);
    return network === null ? checkLines(payload) : checkNetwork(network, context);
  },
});

/** The network to check: for a job, that of the case as submitted, since its scenario may have changed. */
async function gridOf(ref: SolveRef, context: ToolContext) {
  const { job_id, scenario_id = '' } = refOf(ref, context);
  if (job_id !== undefined) return { network: null, payload: (await solveOf({ job_id }, context)).payload };
  const scenario = await context.deps.scenarios.read(context.user.userId, scenario_id);
  if (!scenario) throw new ToolRefusal('Scenario not found', 404);
  return { network: scenario.record.meta.network_id, payload: scenario.content };
}

async function checkNetwork(network_id: string, { deps, user }: ToolContext): Promise<ToolResult> {
  const network = await deps.networks.read(user.userId, network_id);
  if (!network) throw new ToolRefusal('Network not found', 404);
  const report = checkFile(caseOfNetwork(network.content), deps.settings);
  const findings = SEVERITIES.flatMap((severity) =>
    report.findings[severity].map((finding) => ({ severity, ...finding })),
  );
  const { checks, valid, elements, counts } = report;
  return told({ network_id, valid, checks, ...elements }, counts, findings);
}

/** Checks the topology of a payload, which has reactances but no voltages. */
async function checkLines(payload: SolvePayload): Promise<ToolResult> {
  const { transmission_lines: lines = [], generators, loads, renewables = [], storage = [] } = payload;
  if (lines.length === 0) throw new ToolRefusal('The case has no lines: there is no network to check');
  const ids = [
    ...[...generators, ...loads, ...renewables, ...storage].map(({ bus }) => bus),
    ...lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]),
  ];
  const buses = [...new Set(ids)].map((id) => ({ id }));
  const { valid, critical_issues, warnings } = checkTopology({ buses, lines });
  const findings = [
    ...critical_issues.map((message) => ({ severity: 'error', check: 'topology', message })),
    ...warnings.map((message) => ({ severity: 'warning', check: 'topology', message })),
  ];
  const counts = { error: critical_issues.length, warning: warnings.length, info: 0 };
  return told({ valid, checks: ['topology'], buses: buses.length, lines: lines.length }, counts, findings);
}

function told(
  about: {
    readonly network_id?: string;
    readonly valid: boolean;
    readonly checks: readonly string[];
    readonly buses: number;
    readonly lines: number;
  },
  counts: Readonly<Record<'error' | 'warning' | 'info', number>>,
  findings: readonly object[],
): ToolResult {
  const { valid, checks, buses, lines, network_id } = about;
  const grid = network_id === undefined ? 'The grid of the case' : `Network ${network_id}`;
  return {
    statement: `${grid}, ${buses} buses and ${counted(lines, 'line')}, is ${valid ? 'valid' : 'not valid'} in the checks of ${checks.join(', ')}: ${counted(counts.error, 'error')}, ${counted(counts.warning, 'warning')} and ${counted(counts.info, 'note')}.`,
    data: {
      ...about,
      errors: counts.error,
      warnings: counts.warning,
      notes: counts.info,
      findings: findings.slice(0, MAX_FINDINGS),
      omitted: Math.max(0, findings.length - MAX_FINDINGS),
    },
  };
}
