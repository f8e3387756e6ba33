// The form designer: what can be added, the form itself as a preview that is built by hand or keys, and what is chosen in it.
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import { top } from '../definition/definition-draft.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { useSubject } from '../use-subject.tsx';
import { Canvas } from './canvas.tsx';
import css from './form.module.css';
import { TypePalette } from './type-palette.tsx';
import { FieldPanel } from './field-panel.tsx';
import { UnusedTray } from './unused-tray.tsx';
import { listSeen } from './viewing.ts';

export function FormPage(): ReactNode {
  const { draft, idOf, keyOf } = useDefinition();
  const [chosen, setChosen] = useState<number>();
  const { subject, picker } = useSubject(t('design.view'), t('design.view.design'));
  const [isNew, setNew] = useState(true);
  const seen = useMemo(
    () => (subject === undefined ? undefined : listSeen(draft, { subject, isNew })),
    [draft, subject, isNew],
  );
  const [said, say] = useState('');
  const current = chosen === undefined ? undefined : draft.fields[idOf(chosen)]?.id;
  const shortcuts = useMemo(
    () => [{ keys: 'Escape', label: 'design.key.leave' as const, run: () => setChosen(undefined) }],
    [],
  );
  useShortcuts(shortcuts);
  const isEmpty = (draft.children[top] ?? []).length === 0;
  return (
    <div className={css.designer} data-viewing={seen !== undefined}>
      {seen === undefined && (
        <div className={css.side}>
          <TypePalette chosen={current} onAdd={setChosen} say={say} />
          <UnusedTray onChoose={setChosen} chosen={current} />
        </div>
      )}
      <section className={css.middle} aria-label={t('design.form')}>
        <div className={css.viewBar}>
          {picker}
          {seen !== undefined && (
            <Select
              label={t('design.view.when')}
              isLabelHidden
              choices={[
                { id: 'new', label: t('design.view.new') },
                { id: 'change', label: t('design.view.change') },
              ]}
              value={isNew ? 'new' : 'change'}
              onChange={(id) => setNew(id === 'new')}
            />
          )}
        </div>
        <p className={`${ui.faint} ${ui.small}`}>{t(seen === undefined ? 'design.help' : 'design.helpView')}</p>
        {isEmpty && <p className={css.empty}>{t('design.emptyForm')}</p>}
        {!isEmpty && seen?.size === 0 && <p className={css.empty}>{t('design.view.nothing')}</p>}
        <Canvas seen={seen} chosen={current} onChoose={setChosen} say={say} />
      </section>
      {current !== undefined && seen === undefined && (
        <FieldPanel
          key={keyOf(current)}
          id={current}
          onClose={() => setChosen(undefined)}
          onGone={() => setChosen(undefined)}
        />
      )}
      <div role="status" className="visually-hidden">
        {said}
      </div>
    </div>
  );
}
