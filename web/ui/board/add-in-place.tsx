// A new card, by its title, at the foot of a column.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import css from './board.module.css';
import { Button } from '../button.tsx';
import { TextField } from '../fields.tsx';
import { describeError } from '../states.tsx';

interface Props {
  column: string;
  /** Before the title, such as a choice of what is made. */
  before?: ReactNode;
  /** Rejects where the server refuses; what was typed then stays. */
  onAdd(title: string): Promise<void>;
}

export function AddInPlace({ column, before, onAdd }: Props): ReactNode {
  const [title, setTitle] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (title === undefined)
    return (
      <Button tone="quiet" aria-label={t('boards.addTo', { column })} onPress={() => setTitle('')}>
        <Plus aria-hidden="true" size={14} /> {t('boards.add')}
      </Button>
    );
  const add = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onAdd(title);
      // Somebody may have closed it meanwhile, or typed the next one.
      setTitle((now) => (now === title ? '' : now));
    } catch (error) {
      setTitle((now) => now ?? title);
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
      {before}
      <TextField
        label={t('boards.newTitle')}
        isLabelHidden
        placeholder={t('boards.newTitle')}
        value={title}
        onChange={setTitle}
        error={problem}
        autoFocus
      />
      <Button type="submit" tone="primary" isDisabled={isBusy || title.trim() === ''}>
        {t('boards.add')}
      </Button>
    </form>
  );
}
