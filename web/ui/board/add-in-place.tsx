// A new card, by its title, at the foot of a column.
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import css from './board.module.css';
import { Button } from '../button.tsx';
import { TextField } from '../forms/fields.tsx';
import { describeError } from '../feedback/async-states.tsx';

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
  const typed = useRef<string>(undefined);
  // Enter that came while the one before was on its way.
  const isNextWanted = useRef(false);
  const type = (next: string | undefined): void => {
    typed.current = next;
    isNextWanted.current = false;
    setTitle(next);
  };
  if (title === undefined)
    return (
      <Button tone="quiet" aria-label={t('boards.addTo', { column })} onPress={() => type('')}>
        <Plus aria-hidden="true" size={14} /> {t('boards.add')}
      </Button>
    );
  const add = async (wanted: string): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onAdd(wanted);
      // Somebody may have closed it meanwhile, or typed the next one.
      if (typed.current === wanted) type('');
      const next = typed.current;
      if (isNextWanted.current && next !== undefined && next.trim() !== '') {
        isNextWanted.current = false;
        await add(next);
      }
    } catch (error) {
      const isTyped = typed.current === undefined || typed.current === wanted;
      if (isTyped) type(wanted);
      setProblem(isTyped ? describeError(error) : `${wanted}: ${describeError(error)}`);
    } finally {
      setBusy(false);
    }
  };
  const submit = (): void => {
    if (title.trim() === '') return;
    if (isBusy) isNextWanted.current = true;
    else void add(title);
  };
  return (
    <form
      className={css.add}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') type(undefined);
      }}
    >
      {before}
      <TextField
        label={t('boards.newTitle')}
        isLabelHidden
        placeholder={t('boards.newTitle')}
        value={title}
        onChange={type}
        error={problem}
        autoFocus
      />
      <Button type="submit" tone="primary" isDisabled={title.trim() === ''}>
        {t('boards.add')}
      </Button>
    </form>
  );
}
