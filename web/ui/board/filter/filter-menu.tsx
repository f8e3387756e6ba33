// A button that opens what a board can be filtered by, and what it is filtered by beside it.
import { ListFilter, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../button.tsx';
import { Opener } from '../../overlays/opener.tsx';
import { lazy } from '../../lazy.tsx';
import { chooseIn } from './board-filter.ts';
import type { BoardFilter, FilterGroup } from './board-filter.ts';

const FilterList = lazy(async () => (await import('./filter-list.tsx')).FilterList, { prefetch: true });

interface Props {
  groups: readonly FilterGroup[];
  filter: BoardFilter;
  onChange(filter: BoardFilter | undefined): void;
}

/** What of a group is chosen, in words. */
const wordsOf = ({ label, options }: FilterGroup, chosen: readonly string[]): string => {
  const labels = chosen.map((id) => options.find((option) => option.id === id)?.label ?? id);
  return t('boards.filterOf', { field: label, values: labels.join(', ') });
};

export function FilterMenu({ groups, filter, onChange }: Props): ReactNode {
  const active = groups.filter(({ id }) => filter[id] !== undefined);
  return (
    <>
      <Opener
        kind="dialog"
        preload={FilterList.preload}
        trigger={
          <Button>
            <ListFilter aria-hidden="true" /> {t('boards.filter')}
          </Button>
        }
      >
        {(opened) => <FilterList {...opened} groups={groups} filter={filter} onChange={onChange} />}
      </Opener>
      {active.map((group) => {
        const words = wordsOf(group, filter[group.id] ?? []);
        return (
          <Button
            key={group.id}
            tone="quiet"
            aria-label={t('boards.filterRemove', { filter: words })}
            onPress={() => onChange(chooseIn(filter, group.id, []))}
          >
            {words} <X aria-hidden="true" />
          </Button>
        );
      })}
    </>
  );
}
