// What was found, by project and tracker; each narrows the search, and what narrows it can be taken back.
import { getRouteApi } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { atLeast, formatCount, t } from '../../platform/i18n.ts';
import ui from '../../ui/ui.module.css';
import { changeSearch } from './search-address.ts';
import type { SearchWish } from './search-address.ts';
import css from './search.module.css';

const route = getRouteApi('/search');

interface Entry {
  id: string | number;
  label: string;
  count: number;
  colour?: string;
}

interface FacetProps {
  title: string;
  entries: readonly Entry[];
  chosen: string | number | undefined;
  /** Counting stopped before the end. */
  isMore: boolean;
  choose(id: string | number | undefined): void;
}

function Facet({ title, entries, chosen, isMore, choose }: FacetProps): ReactNode {
  // One entry narrows nothing.
  if (entries.length < 2 && chosen === undefined) return null;
  return (
    <section className={css.facet}>
      <h2 className={ui.group}>{title}</h2>
      <ul>
        {entries.map(({ id, label, count, colour }) => (
          <li key={id}>
            <button
              type="button"
              className={css.choice}
              aria-pressed={id === chosen}
              onClick={() => choose(id === chosen ? undefined : id)}
            >
              {colour !== undefined && <span className={ui.dot} data-colour={colour} />}
              <span className={css.label} title={label}>
                {label}
              </span>
              {id === chosen ? (
                <X size={13} aria-hidden="true" />
              ) : (
                <span className={ui.faint}>{formatCount(atLeast(count, isMore))}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FacetsProps {
  facets: Schemas['SearchResults']['facets'];
  isMore: boolean;
}

export function Facets({ facets, isMore }: FacetsProps): ReactNode {
  const wish = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Parameters<typeof changeSearch>[1]): void =>
    void navigate({ search: (now: SearchWish) => changeSearch(now, next) });
  return (
    <div className={css.facets} role="group" aria-label={t('search.narrow')}>
      <Facet
        title={t('search.projects')}
        entries={facets.projects.map(({ id, label, count }) => ({ id, label, count }))}
        chosen={wish.project}
        isMore={isMore}
        choose={(project) => change({ project: project === undefined ? undefined : Number(project) })}
      />
      <Facet
        title={t('search.trackers')}
        entries={facets.trackers.map(({ id, label, count, color_name: colour }) => ({ id, label, count, colour }))}
        chosen={wish.tracker}
        isMore={isMore}
        choose={(tracker) => change({ tracker: tracker === undefined ? undefined : Number(tracker) })}
      />
    </div>
  );
}
