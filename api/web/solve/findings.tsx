/** What speaks against the case, the worst first, with the way to each place. */
import { Badge, Card } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { grouped, type Mark } from './marks.ts';

/** More push everything else out of sight. */
const MOST = 5;
const MOST_IN_ALL = 100;

interface FindingsProps {
  readonly marks: readonly Mark[];
  readonly onShow: (list: string, index: number) => void;
}

export function Findings({ marks, onShow }: FindingsProps) {
  const groups = grouped(marks);
  if (groups.length === 0) return null;
  return (
    <Card title="Findings">
      <Groups groups={groups.slice(0, MOST)} onShow={onShow} />
      {groups.length > MOST && (
        <details>
          <summary>{count(groups.length - MOST)} more</summary>
          <Groups groups={groups.slice(MOST, MOST_IN_ALL)} onShow={onShow} />
          {groups.length > MOST_IN_ALL && (
            <p>And {count(groups.length - MOST_IN_ALL)} that are not listed.</p>
          )}
        </details>
      )}
    </Card>
  );
}

const Groups = ({
  groups,
  onShow,
}: { readonly groups: ReturnType<typeof grouped> } & Pick<FindingsProps, 'onShow'>) => (
  <ul class="rows">
    {groups.map((group) => (
      <li key={group[0]?.about}>
        <div>
          {group.map(({ severity, about, message }) => (
            <div key={message}>
              <Badge text={severity} /> <strong>{about}</strong>: {message}
            </div>
          ))}
        </div>
        {group.slice(0, 1).map(
          ({ about, list, index }) =>
            list !== undefined &&
            index !== undefined && (
              <button
                key={about}
                type="button"
                onClick={() => onShow(list, index)}
                aria-label={`Show ${about}`}
              >
                Show
              </button>
            ),
        )}
      </li>
    ))}
  </ul>
);
