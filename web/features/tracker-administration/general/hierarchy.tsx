// Which tracker's artifacts are the parents of this one's, and which trackers are below it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { siblingsQuery } from '../definition/definition.queries.ts';
import type { Sibling } from '../definition/definition.queries.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { Link } from '../../../ui/link.tsx';

/** Trackers that are below another one, itself included: they can't be above it. */
function listBelow(siblings: readonly Sibling[], id: number): ReadonlySet<number> {
  const below = new Set([id]);
  for (const top of below) for (const { id: child, parent } of siblings) if (parent === top) below.add(child);
  return below;
}

export function Hierarchy(): ReactNode {
  const { tracker, draft, change } = useDefinition();
  const { data = [], error, isPending, refetch } = useQuery(siblingsQuery(tracker.project.id, tracker.id));
  const { parent } = draft.head;
  const below = listBelow(data, tracker.id);
  const children = data.filter((one) => one.parent === tracker.id);
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.hierarchy')}>
      <h2>{t('design.hierarchy')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.hierarchyText')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      <PickField
        label={t('design.parent')}
        choices={data.filter(({ id }) => !below.has(id)).map(({ id, label }) => ({ id: String(id), label }))}
        value={parent === 0 ? undefined : String(parent)}
        placeholder={t('design.noParent')}
        note={isPending ? t('ui.loading') : undefined}
        isClearable
        onChange={(id) => change((now) => ({ ...now, head: { ...now.head, parent: Number(id ?? 0) } }))}
      />
      {children.length > 0 && (
        <div>
          <h3>{t('design.children')}</h3>
          <ul>
            {children.map(({ id, label }) => (
              <li key={id}>
                <Link to="/trackers/$tracker/administration" params={{ tracker: String(id) }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
