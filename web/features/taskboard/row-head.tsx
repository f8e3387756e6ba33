// What a row of a taskboard is about: its item, how far that is, and the switch that folds it.
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { progressOf } from './taskboard-cards.ts';
import type { PlacedCard, Row } from './taskboard-cards.ts';
import css from './taskboard.module.css';
import { Link } from '../../ui/link.tsx';

interface Props {
  row: Row;
  isFolded: boolean;
  /** Cards of it that stand in no column. */
  nowhere: readonly PlacedCard[];
  onFold(): void;
}

export const titleOf = ({ label }: PlacedCard): string => (label === '' ? t('taskboard.untitled') : label);

export function RowHead({ row, isFolded, nowhere, onFold }: Props): ReactNode {
  const { card, cards } = row;
  const title = titleOf(card);
  const { done, count } = progressOf([row]);
  return (
    <div className={css.row} data-colour={card.background_color || card.color}>
      <Button
        tone="quiet"
        isIcon
        aria-label={t(isFolded ? 'taskboard.unfold' : 'taskboard.fold', { title })}
        aria-expanded={!isFolded}
        onPress={onFold}
      >
        {isFolded ? <ChevronRight /> : <ChevronDown />}
      </Button>
      <div className={css.about}>
        <span className={css.facts}>
          <span>{card.xref}</span>
          {card.mapped_list_value !== null && cards.length > 0 && <Badge>{card.mapped_list_value.label}</Badge>}
          {cards.length > 0 && (
            <span>
              <span aria-hidden="true">{t('taskboard.doneShort', { done, count })}</span>
              <span className="visually-hidden">{t('taskboard.done', { done, count })}</span>
            </span>
          )}
          {card.assignees.map((person) => (
            <span key={person.id} title={writeName(person.display_name)}>
              <Avatar person={person} />
              <span className="visually-hidden">{writeName(person.display_name)}</span>
            </span>
          ))}
        </span>
        <h3 className={css.title}>
          <Link to="/artifacts/$id" params={{ id: String(card.id) }} data-closed={!card.is_open || undefined}>
            {title}
          </Link>
        </h3>
        {!isFolded && nowhere.length > 0 && (
          <p className={css.nowhere}>
            {nowhere.some(({ id }) => id === card.id)
              ? t('taskboard.isNowhere')
              : t('taskboard.nowhere', { count: nowhere.length })}{' '}
            {nowhere
              .filter(({ id }) => id !== card.id)
              .map((one) => (
                <Link key={one.id} to="/artifacts/$id" params={{ id: String(one.id) }}>
                  {titleOf(one)}
                </Link>
              ))}
          </p>
        )}
      </div>
    </div>
  );
}
