// How a field looks in the form, without doing anything.
import { Calendar, ChevronDown, File, Link2, Lock, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { DraftField } from '../definition/definition-draft.ts';
import css from './form.module.css';
import { fieldTypeOf } from '../../fields/index.ts';

/** Values that are shown of a list. */
const shownMax = 6;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function ListMock({ field }: { field: DraftField }): ReactNode {
  const { type, bind, values, defaults } = field;
  if (bind === 'users')
    return (
      <span className={css.box}>
        <Users size={14} aria-hidden="true" /> {t('design.mock.people')}
      </span>
    );
  const shown = values.filter(({ isHidden }) => !isHidden);
  const first = shown.slice(0, shownMax);
  const more = shown.length - first.length;
  const control = fieldTypeOf(type).list?.control;
  const isBoxes = control === 'boxes' || control === 'radios';
  return (
    <span className={css.options}>
      {first.map(({ id, label, colour }) => (
        <span key={id} className={css.option} data-default={defaults.includes(id)}>
          {isBoxes && <span className={css.tick} data-round={control === 'radios'} />}
          <Badge colour={colour}>{label === '' ? '…' : label}</Badge>
        </span>
      ))}
      {more > 0 && <span>{t('design.mock.more', { count: more })}</span>}
      {shown.length === 0 && <span>{t('design.mock.noValues')}</span>}
      {!isBoxes && <ChevronDown size={14} aria-hidden="true" />}
    </span>
  );
}

function Control({ field }: { field: DraftField }): ReactNode {
  const { type, properties } = field;
  const start = textOf(properties['default_value']);
  if (field.bind !== undefined || type === 'shared') return <ListMock field={field} />;
  const { sketch, layout } = fieldTypeOf(type);
  switch (layout ?? sketch) {
    case 'tall':
      return (
        <span className={css.box} data-tall="true">
          {start}
        </span>
      );
    case 'date':
      return (
        <span className={css.box}>
          <Calendar size={14} aria-hidden="true" /> {start === 'today' ? t('design.today') : start}
        </span>
      );
    case 'file':
      return (
        <span className={css.box}>
          <File size={14} aria-hidden="true" /> {t('design.mock.file')}
        </span>
      );
    case 'links':
      return (
        <span className={css.box}>
          <Link2 size={14} aria-hidden="true" /> {t('design.mock.links')}
        </span>
      );
    case 'groups':
      return (
        <span className={css.box}>
          <Lock size={14} aria-hidden="true" /> {t('design.mock.groups')}
        </span>
      );
    case 'text':
      return <span className={css.static}>{textOf(properties['static_value']).replaceAll(/<[^>]*>/g, ' ')}</span>;
    case 'separator':
      return <span className={css.line} />;
    case 'break':
      return null;
    default:
      return <span className={css.box}>{start}</span>;
  }
}

export const Mock = ({ field, isReadOnly }: { field: DraftField; isReadOnly: boolean }): ReactNode => (
  <span className={css.mock} data-read={isReadOnly}>
    <Control field={field} />
    {field.description !== '' && <span className={css.fieldHint}>{field.description}</span>}
  </span>
);
