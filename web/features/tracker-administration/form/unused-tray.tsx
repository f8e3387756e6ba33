// Fields that are out of use, or in use where the administrator may not read them.
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import ui from '../../../ui/ui.module.css';
import { typeLabel } from './field-kinds.ts';
import { bringBack, listInOrder } from './layout-moves.ts';
import { useDefinition } from '../definition/use-definition.ts';
import css from './form.module.css';

export function UnusedTray({
  chosen,
  onChoose,
}: {
  chosen: number | undefined;
  onChoose(id: number): void;
}): ReactNode {
  const { draft, change } = useDefinition();
  const placed = new Set(listInOrder(draft));
  const others = Object.values(draft.fields).filter(({ id }) => !placed.has(id));
  if (others.length === 0) return null;
  return (
    <section aria-label={t('design.unused')} className={css.palette}>
      <h2 className={css.title}>{t('design.unused')}</h2>
      <ul>
        {others.map(({ id, label, type, isUsed }) => (
          <li key={id} className={css.unused}>
            <button type="button" className={css.choose} aria-pressed={chosen === id} onClick={() => onChoose(id)}>
              {label === '' ? t(typeLabel(type)) : label}
              <span className={css.type}>{isUsed ? t('design.notYours') : t(typeLabel(type))}</span>
            </button>
            {!isUsed && (
              <Button
                tone="quiet"
                isIcon
                aria-label={t('design.useAgain', { label })}
                onPress={() => {
                  change((now) => bringBack(now, id));
                  onChoose(id);
                }}
              >
                <Undo2 />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={`${ui.faint} ${ui.small}`}>{t('design.unusedText')}</p>
    </section>
  );
}
