// Everything that can be added to the form, by a press or by drag.
import { foldText } from '../../../../contract/fold-text.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { TextField } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import { isSingle, typeLabel } from './field-kinds.ts';
import { typeGroups } from '../../fields/index.ts';
import type { TypeCode } from '../../fields/index.ts';
import { addElement, placeBeside } from './layout-moves.ts';
import { groupsOfNew } from './new-elements.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { dragType } from './canvas.tsx';
import css from './form.module.css';
import { ShareDialog } from './share-dialog.tsx';

interface Props {
  chosen: number | undefined;
  onAdd(id: number): void;
  say(text: string): void;
}

export function TypePalette({ chosen, onAdd, say }: Props): ReactNode {
  const { tracker, draft, change } = useDefinition();
  const [words, setWords] = useState('');
  const [isSharing, setSharing] = useState(false);
  const used = new Set(Object.values(draft.fields).flatMap(({ type, isUsed }) => (isUsed ? [type] : [])));
  const isThere = (type: string): boolean => isSingle(type) && used.has(type);
  const add = (type: string, label: string, originalId?: number): void => {
    const added = addElement(
      draft,
      { type, label, originalId },
      placeBeside(draft, type, chosen),
      groupsOfNew(tracker.project.id),
    );
    change(() => added.draft);
    say(t('design.added', { label }));
    onAdd(added.id);
  };
  const press = (type: TypeCode): void => (type === 'shared' ? setSharing(true) : add(type, t(typeLabel(type))));
  const wanted = foldText(words.trim());
  return (
    <section aria-label={t('design.add')} className={css.palette}>
      <h2 className={css.title}>{t('design.add')}</h2>
      <TextField
        label={t('design.findType')}
        isLabelHidden
        placeholder={t('design.findType')}
        value={words}
        onChange={setWords}
      />
      {typeGroups.map(({ label, types }) => {
        const shown = types.filter((type) => foldText(t(typeLabel(type))).includes(wanted));
        if (shown.length === 0) return null;
        return (
          <div key={label}>
            <h3 className={ui.group}>{t(label)}</h3>
            <ul>
              {shown.map((type) => (
                <li key={type}>
                  <button
                    type="button"
                    className={css.typeButton}
                    disabled={isThere(type)}
                    title={isThere(type) ? t('design.onlyOne') : undefined}
                    draggable={!isThere(type) && type !== 'shared'}
                    onDragStart={(event) => event.dataTransfer.setData(dragType, type)}
                    onClick={() => press(type)}
                  >
                    <Plus size={13} aria-hidden="true" />
                    {t(typeLabel(type))}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {isSharing && (
        <ShareDialog
          onClose={() => setSharing(false)}
          onShare={({ id, label }) => {
            setSharing(false);
            add('shared', label.replace(/^.*: /, ''), id);
          }}
        />
      )}
    </section>
  );
}
