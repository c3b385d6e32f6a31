/** Event types of the audit log, and conversion of times between UTC (in the address) and local time (in fields). */
export const AUDIT_EVENTS = [
  'login',
  'login_failed',
  'logout',
  'token_refreshed',
  'token_reuse_detected',
  'user_registered',
  'password_changed',
  'password_refused',
  'password_link_made',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_failed',
  'recovery_codes_renewed',
  'api_key_created',
  'api_key_revoked',
  'share_made',
  'share_opened',
  'share_revoked',
  'module_accessed',
  'subscription_changed',
  'solve_submitted',
  'solve_completed',
  'solve_failed',
  'solve_cancelled',
  'experiment_submitted',
  'experiment_completed',
  'experiment_failed',
  'experiment_cancelled',
  'execution_submitted',
  'execution_completed',
  'execution_failed',
  'study_submitted',
  'study_completed',
  'study_failed',
  'study_cancelled',
  'config_changed',
  'schedule_changed',
  'webhook_changed',
  'scenario_changed',
  'results_downloaded',
  'signing_key_rotated',
  'run_opened',
  'run_commanded',
  'ai_chat',
  'ai_refused',
  'tool_called',
  'guardrail_blocked',
  'rate_limited',
  'access_denied',
  'service_started',
] as const;

/** Local time for an input field, such as `2026-11-23T04:05`; empty for a missing or invalid time. */
export function toLocalInput(iso = ''): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Converts local time to UTC, ISO 8601; empty for an invalid time. */
export function fromLocalInput(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
