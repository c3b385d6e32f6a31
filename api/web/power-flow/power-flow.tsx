/** What is wrong with the data of a grid before its flows are computed, and what its lines may carry. */
import { Page } from '../parts/elements.tsx';
import { usePlace } from '../parts/router.ts';
import { Tabs } from '../parts/tabs.tsx';
import { CheckView } from './check-view.tsx';
import { LineLimits } from './line-limits.tsx';
import { Thresholds } from './thresholds.tsx';

const TABS = [
  { name: 'check', text: 'Check a case' },
  { name: 'lines', text: 'Line limits' },
  { name: 'thresholds', text: 'Thresholds' },
];

export function PowerFlow() {
  const { view = 'check' } = usePlace().query;
  return (
    <Page title="Power flow">
      <Tabs label="Parts of power flow" tabs={TABS} current={view} />
      {view === 'lines' && <LineLimits />}
      {view === 'thresholds' && <Thresholds />}
      {view === 'check' && <CheckView />}
    </Page>
  );
}
