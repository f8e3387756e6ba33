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
  const typed = useRef<string>(undefined);
  // Who types on need not wait for the answers; each is sent as what was chosen when Enter was pressed.
  const queue = useRef<{ title: string; onAdd: Props['onAdd'] }[]>([]);
  const isSending = useRef(false);
  const type = (next: string | undefined): void => {
    typed.current = next;
    setTitle(next);
  };
  if (title === undefined)
    return (
      <Button tone="quiet" aria-label={t('boards.addTo', { column })} onPress={() => type('')}>
        <Plus aria-hidden="true" size={14} /> {t('boards.add')}
      </Button>
    );
  const send = async (): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    for (let next = queue.current.shift(); next !== undefined; next = queue.current.shift()) {
      try {
        await next.onAdd(next.title);
      } catch (error) {
        // The title comes back where nothing else was typed meanwhile.
        const isFree = (typed.current ?? '') === '';
        if (isFree) type(next.title);
        setProblem(isFree ? describeError(error) : `${next.title}: ${describeError(error)}`);
      }
    }
    isSending.current = false;
  };
  const submit = (): void => {
    if (title.trim() === '') return;
    queue.current.push({ title, onAdd });
    type('');
    setProblem(undefined);
    void send();
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
