// A new card, by its title, at the foot of a column.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { describeError } from '../../ui/states.tsx';
import css from './kanban.module.css';

interface Props {
  column: string;
  /** Rejects where the server refuses; what was typed then stays. */
  onAdd(title: string): Promise<void>;
}

export function AddCard({ column, onAdd }: Props): ReactNode {
  const [title, setTitle] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (title === undefined)
    return (
      <Button tone="quiet" aria-label={t('kanban.addTo', { column })} onPress={() => setTitle('')}>
        <Plus aria-hidden="true" size={14} /> {t('kanban.add')}
      </Button>
    );
  const add = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onAdd(title);
      setTitle('');
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={css.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '' && !isBusy) void add();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTitle(undefined);
      }}
    >
      <TextField
        label={t('kanban.title')}
        isLabelHidden
        placeholder={t('kanban.title')}
        value={title}
        onChange={setTitle}
        error={problem}
        autoFocus
      />
      <Button type="submit" tone="primary" isDisabled={isBusy || title.trim() === ''}>
        {t('kanban.add')}
      </Button>
    </form>
  );
}
