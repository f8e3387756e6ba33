// Queries that somebody kept, beside the one that is asked.
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import { describeError, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { keepQuery, savedQuery, removeQuery, replaceQuery } from './queries.queries.ts';
import type { SavedQuery } from './queries.queries.ts';
import css from './reports.module.css';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface Props {
  widgetId: number;
  title: string;
  /** The query that is asked; empty where none is. */
  text: string;
  onOpen(text: string): void;
}

export function SavedQueries({ widgetId, title, text, onOpen }: Props): ReactNode {
  const { submit } = useSubmit({ invalidates: [['/crosstracker_widget', widgetId]], errors: 'toast' });
  const { data, error } = useQuery(savedQuery(widgetId));
  const [isKeeping, setKeeping] = useState(false);
  const attempt = (done: string, run: () => Promise<unknown>): void => void submit(run, done);
  const submitted = (saved: SavedQuery) => ({
    widget_id: widgetId,
    tql_query: text,
    title: saved.title,
    description: saved.description,
    is_default: saved.is_default,
  });
  return (
    <section className={css.kept} aria-labelledby="saved-queries">
      <h2 id="saved-queries">{title}</h2>
      {error !== null && <Notice kind="error">{describeError(error)}</Notice>}
      {error === null && data === undefined && <Loading lines={2} />}
      {data?.length === 0 && <p className={ui.soft}>{t('reports.queries.noneKept')}</p>}
      <ul>
        {data?.map((saved) => (
          <li key={saved.id} className={css.keptRow}>
            <Button tone="quiet" onPress={() => onOpen(saved.tql_query)}>
              {saved.title}
            </Button>
            <Menu
              label={t('reports.actions', { label: saved.title })}
              trigger={
                <Button tone="quiet" isIcon aria-label={t('reports.actions', { label: saved.title })}>
                  <Ellipsis />
                </Button>
              }
              actions={[
                {
                  id: 'replace',
                  label: t('reports.queries.replace', { title: saved.title }),
                  isDisabled: text === '' || text === saved.tql_query,
                  run: () => attempt(t('reports.queries.kept'), () => replaceQuery(saved.id, submitted(saved))),
                },
                {
                  id: 'remove',
                  label: t('reports.remove', { label: saved.title }),
                  isSeparated: true,
                  run: () => attempt(t('reports.queries.removed', { title: saved.title }), () => removeQuery(saved.id)),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {text !== '' && (
        <div>
          <Button onPress={() => setKeeping(true)}>
            <Bookmark aria-hidden="true" /> {t('reports.queries.keep')}
          </Button>
        </div>
      )}
      {isKeeping && <KeepDialog widgetId={widgetId} text={text} onClose={() => setKeeping(false)} />}
    </section>
  );
}

interface KeepProps {
  widgetId: number;
  text: string;
  onClose(): void;
}

function KeepDialog({ widgetId, text, onClose }: KeepProps): ReactNode {
  const [title, setTitle] = useState('');
  const query = { widget_id: widgetId, tql_query: text, title: title.trim(), description: '', is_default: false };
  return (
    <FormDialog
      title={t('reports.queries.keep')}
      action={t('ui.save')}
      isReady={title.trim() !== ''}
      invalidates={[['/crosstracker_widget', widgetId]]}
      toast={t('reports.queries.kept')}
      onClose={onClose}
      send={() => keepQuery(query)}
    >
      <TextField label={t('reports.name')} value={title} onChange={setTitle} isRequired autoFocus />
    </FormDialog>
  );
}
