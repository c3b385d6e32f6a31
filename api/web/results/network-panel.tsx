/** The network as one panel among others that share an hour. */
import { data } from '../../client/client.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { NetworkAt, NetworkOf } from './network-hour.tsx';

interface NetworkPanelProps {
  readonly jobId: string;
  /** The hour that is shown, which whoever embeds the panel keeps. */
  readonly hour: number;
}

/** Nothing for a case of one place. A bus or line that is chosen in it is part of the address. */
export function NetworkPanel({ jobId, hour }: NetworkPanelProps) {
  const params = { path: { job_id: jobId } };
  const { data: job } = useLoad(
    (signal) => data(api.GET('/api/modules/analyst/solve/{job_id}/status', { params, signal })),
    [jobId],
  );
  return job ? (
    <NetworkOf job={job} whenEmpty={null}>
      {(drawable) => <NetworkAt drawable={drawable} hour={hour} isCompact />}
    </NetworkOf>
  ) : null;
}
