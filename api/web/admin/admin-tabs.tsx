/** Tabs of the pages for administrators. */
import { href, usePlace } from '../parts/router.ts';

const TABS = [
  { path: '/admin/users', text: 'Users' },
  { path: '/admin/audit', text: 'Audit log' },
] as const;

export function AdminTabs() {
  const { path: here } = usePlace();
  return (
    <nav class="tabs" aria-label="Administration">
      {TABS.map(({ path, text }) => (
        <a key={path} href={href(path)} aria-current={here.startsWith(path) ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
