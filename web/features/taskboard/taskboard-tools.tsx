// What narrows a taskboard, and how far it is.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { noneOption } from '../../ui/board/filter/board-filter.ts';
import { FilterMenu } from '../../ui/board/filter/filter-menu.tsx';
import { BoardTools } from '../../ui/board/board-tools.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/fields.tsx';
import { openNumber } from '../../ui/forms/number-in-place.tsx';
import { effortQuery, showRemaining } from '../planning/index.ts';
import type { Milestone } from '../planning/index.ts';
import { peopleOn, progressOf } from './taskboard-cards.ts';
import type { Taskboard } from './taskboard-cards.ts';
import css from './taskboard.module.css';
import type { Folds } from './use-folds.ts';

const route = getRouteApi('/milestones/$id/taskboard');

interface Props {
  milestone: Milestone;
  board: Taskboard;
  folds: Folds;
}

export function TaskboardTools({ milestone, board, folds }: Props): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isKnown = useSelf() !== undefined;
  const flipMine = (): void =>
    void navigate({ search: ({ mine, ...others }) => (mine === true ? others : { ...others, mine: true }) });
  const flipClosed = (): void => void folds.hideClosed(!board.hides_closed);
  const keys = useMemo<readonly Shortcut[]>(
    () => [
      ...(isKnown ? [{ keys: 'm', label: 'taskboard.key.mine' as const, run: flipMine }] : []),
      { keys: 'h', label: 'taskboard.key.closed', run: flipClosed },
      { keys: 'e', label: 'taskboard.key.remaining', run: openNumber },
    ],
    [isKnown, board.hides_closed],
  );
  useShortcuts(keys);
  const people = useMemo(() => peopleOn(board.rows), [board.rows]);
  const isAllFolded = board.rows.every(({ card }) => card.is_collapsed);
  const { done, count } = progressOf(board.rows);
  const { data: effort } = useQuery(effortQuery(milestone.project.id, milestone.id));
  const remaining = effort === undefined ? undefined : showRemaining(effort);
  return (
    <BoardTools
      label={t('taskboard.words')}
      words={search.q ?? ''}
      onWords={(q) =>
        void navigate({
          search: ({ q: _old, ...others }) => ({ ...others, ...(q === '' ? {} : { q }) }),
          replace: true,
        })
      }
    >
      {people.length > 0 && (
        <FilterMenu
          groups={[
            {
              id: 'people',
              label: t('planning.assignee'),
              options: [...people, { id: noneOption, label: t('boards.nobody') }],
            },
          ]}
          filter={search.filter ?? {}}
          onChange={(next) =>
            void navigate({
              search: ({ filter: _old, ...others }) => ({ ...others, ...(next === undefined ? {} : { filter: next }) }),
            })
          }
        />
      )}
      {isKnown && (
        <Checkbox isSelected={search.mine === true} onChange={flipMine}>
          {t('taskboard.mine')}
        </Checkbox>
      )}
      <Checkbox isSelected={board.hides_closed} onChange={flipClosed}>
        {t('taskboard.hideClosed')}
      </Checkbox>
      <Button
        tone="quiet"
        onPress={() => {
          for (const { card } of board.rows)
            if (card.is_collapsed === isAllFolded) void folds.foldRow(card.id, !isAllFolded);
        }}
      >
        {t(isAllFolded ? 'taskboard.unfoldAll' : 'taskboard.foldAll')}
      </Button>
      <div className={css.progress}>
        <span>{t('taskboard.done', { done, count })}</span>
        {remaining !== undefined && <span>{remaining}</span>}
      </div>
    </BoardTools>
  );
}
