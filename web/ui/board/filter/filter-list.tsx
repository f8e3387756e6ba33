// What a board can be filtered by: the values of its fields under their names, several of each.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog as AriaDialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { ownPath } from '../../../platform/addresses.ts';
import { t } from '../../../platform/i18n.ts';
import { Avatar } from '../../avatar.tsx';
import type { Opened } from '../../overlays/opener.tsx';
import ui from '../../ui.module.css';
import { readBoardFilter } from './board-filter.ts';
import type { BoardFilter, FilterGroup } from './board-filter.ts';
import css from './filter-list.module.css';

interface Props extends Opened {
  groups: readonly FilterGroup[];
  filter: BoardFilter;
  onChange(filter: BoardFilter | undefined): void;
}

/** No id of a group has it. */
const separator = '/';

function chosenOf(keys: readonly string[]): BoardFilter | undefined {
  const pairs = keys.map((key) => {
    const at = key.indexOf(separator);
    return { group: key.slice(0, at), id: key.slice(at + 1) };
  });
  const groups = [...Map.groupBy(pairs, ({ group }) => group)];
  return readBoardFilter(Object.fromEntries(groups.map(([group, all]) => [group, all.map(({ id }) => id)])));
}

export function FilterList({ groups, filter, onChange, triggerRef, close }: Props): ReactNode {
  const { contains } = useFilter({ sensitivity: 'base' });
  const keys = Object.entries(filter).flatMap(([group, ids]) => ids.map((id) => `${group}${separator}${id}`));
  return (
    <Popover isOpen onOpenChange={close} triggerRef={triggerRef} placement="bottom start" className={ui.popover}>
      <AriaDialog aria-label={t('boards.filter')} className={css.dialog}>
        <Autocomplete filter={contains}>
          <SearchField aria-label={t('boards.filterFind')} autoFocus className={css.search}>
            <Input dir="auto" className={ui.input} placeholder={t('boards.filterFind')} />
          </SearchField>
          <ListBox
            aria-label={t('boards.filter')}
            className={css.list}
            selectionMode="multiple"
            escapeKeyBehavior="none"
            selectedKeys={keys}
            onSelectionChange={(next) => next !== 'all' && onChange(chosenOf([...next].map(String)))}
            renderEmptyState={() => <p className={ui.group}>{t('boards.filterNone')}</p>}
          >
            {groups.map((group) => (
              <ListBoxSection key={group.id} id={group.id}>
                <Header className={ui.group}>{group.label}</Header>
                <Collection items={group.options}>
                  {({ id, label, colour, picture }) => (
                    <ListBoxItem
                      id={`${group.id}${separator}${id}`}
                      textValue={`${group.label} ${label}`}
                      className={ui.option}
                    >
                      {({ isSelected }) => (
                        <>
                          {typeof colour === 'string' && <span className={ui.dot} data-colour={colour} />}
                          {picture !== undefined && (
                            <Avatar person={{ avatar_url: ownPath(picture), display_name: label }} size={18} />
                          )}
                          <span>{label}</span>
                          {isSelected && <Check className={ui.end} size={14} aria-hidden="true" />}
                        </>
                      )}
                    </ListBoxItem>
                  )}
                </Collection>
              </ListBoxSection>
            ))}
          </ListBox>
        </Autocomplete>
      </AriaDialog>
    </Popover>
  );
}
