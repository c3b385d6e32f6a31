/** The certificates of the windows of a run -> what they come to for the run as a whole. */
import type { PartCertificate } from '../../temporal/case/messages/window-part.ts';
import type { Report } from './report-schema.ts';

export function createRunCertificate() {
  let windows = 0;
  let verified = true;
  let violation = 0;
  const gaps: Record<'mip_gap' | 'independent_gap', number | null> = { mip_gap: 0, independent_gap: 0 };
  return {
    add(certificate: PartCertificate): void {
      windows += 1;
      verified &&= certificate.verified;
      violation = Math.max(violation, certificate.violation);
      for (const name of ['mip_gap', 'independent_gap'] as const) {
        const [largest, gap] = [gaps[name], certificate[name]];
        gaps[name] = largest === null || gap === null ? null : Math.max(largest, gap);
      }
    },
    whole: (): Report['certificate'] => ({
      windows,
      verified: verified && windows > 0,
      largest_violation: violation,
      largest_mip_gap: windows > 0 ? gaps.mip_gap : null,
      largest_independent_gap: windows > 0 ? gaps.independent_gap : null,
    }),
  };
}
