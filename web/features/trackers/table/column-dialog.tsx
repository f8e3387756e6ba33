// Which columns a table has, and in which order.
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import type { Choice } from '../../../ui/forms/fields.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import ui from '../../../ui/ui.module.css';
import { linkTypesOf } from './cells.ts';
import { ChoiceMenu } from '../changes/choice-menu.tsx';
import { linkTypeLabel, moveColumn, shownColumns } from './columns.ts';
import { hasLinkTypes } from '../fields.ts';
import { columnFields } from './standard-columns.ts';
import css from '../report.module.css';
import { columnKey, readColumns, writeColumns } from '../report-state.ts';
import type { Column } from '../report-state.ts';
import type { Artifact, Tracker } from '../shapes.ts';
import type { OpenReport } from '../use-report.ts';

interface Props {
  open: OpenReport;
  /** Rows that were seen, for the types of links that there are. */
  seen: ReadonlyMap<number, Artifact>;
  onClose(): void;
}

/** Types that are known even where no row has such links. */
const knownTypes = ['_is_child', '-_is_child'];

/** What can be added: fields, and links of a field by their types. */
const columnChoices = (tracker: Tracker, seen: Props['seen']): readonly Choice[] =>
  columnFields(tracker).flatMap((field) => {
    const whole = { id: columnKey({ fieldId: field.field_id }), label: field.label };
    if (!hasLinkTypes(field)) return [whole];
    const values = [...seen.values()].map((artifact) =>
      artifact.values?.find(({ field_id: id }) => id === field.field_id),
    );
    const types = [...new Set([...knownTypes, ...linkTypesOf(values)])];
    return [
      whole,
      ...types.map((type) => ({ id: `${field.field_id}:${type}`, label: `${field.label} ${linkTypeLabel(type)}` })),
    ];
  });

export function ColumnDialog({ open, seen, onClose }: Props): ReactNode {
  const { tracker, state, change, settings } = open;
  const set = (columns: readonly Column[]): void => change({ columns: writeColumns(columns) });
  const shown = shownColumns(tracker, state.columns, settings);
  const taken = new Set(shown.map(({ key }) => key));
  const choices = columnChoices(tracker, seen);
  return (
    <Dialog title={t('trackers.columns')} isOpen onClose={onClose}>
      <ol className={css.columnList}>
        {shown.map(({ key, label }, index) => (
          <li key={key} className={css.columnItem}>
            <span className={css.line}>{label}</span>
            <Button
              tone="quiet"
              isIcon
              isDisabled={index === 0}
              aria-label={t('trackers.moveUp', { column: label })}
              onPress={() => set(moveColumn(state.columns, key, -1))}
            >
              <ArrowUp />
            </Button>
            <Button
              tone="quiet"
              isIcon
              isDisabled={index === shown.length - 1}
              aria-label={t('trackers.moveDown', { column: label })}
              onPress={() => set(moveColumn(state.columns, key, 1))}
            >
              <ArrowDown />
            </Button>
            <Button
              tone="quiet"
              isIcon
              isDisabled={shown.length === 1}
              aria-label={t('trackers.hideColumn', { column: label })}
              onPress={() => set(state.columns.filter((column) => columnKey(column) !== key))}
            >
              <X />
            </Button>
          </li>
        ))}
      </ol>
      <div className={ui.actions}>
        <ChoiceMenu
          label={t('trackers.addColumn')}
          choices={choices.filter(({ id }) => !taken.has(id))}
          onChoose={(id) => set([...state.columns, ...readColumns(tracker, id)])}
          trigger={
            <Button>
              <Plus /> {t('trackers.addColumn')}
            </Button>
          }
        />
        <Button tone="primary" onPress={onClose}>
          {t('trackers.done')}
        </Button>
      </div>
    </Dialog>
  );
}
