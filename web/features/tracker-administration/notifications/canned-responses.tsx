// Texts that are offered to who writes a comment.
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDefinition } from '../definition/use-definition.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Text {
  title: string;
  body: string;
}

interface EditorProps {
  start: Text;
  isSending: boolean;
  problem: string | undefined;
  /** Gives whether it is saved. */
  onSave(text: Text): Promise<boolean>;
  onClose(): void;
}

function Editor({ start, isSending, problem, onSave, onClose }: EditorProps): ReactNode {
  const [text, setText] = useState(start);
  const latest = useRef(text);
  const change = (next: Text): void => {
    latest.current = next;
    setText(next);
  };
  const save = async (): Promise<void> => {
    if (!isSending && (await onSave(text)) && latest.current === text) onClose();
  };
  const isComplete = text.title.trim() !== '' && text.body.trim() !== '';
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField
        label={t('design.canned.title')}
        value={text.title}
        onChange={(title) => change({ ...text, title })}
        isRequired
        autoFocus
      />
      <TextField
        label={t('design.canned.body')}
        value={text.body}
        onChange={(body) => change({ ...text, body })}
        rows={6}
        isRequired
      />
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        <Button type="submit" tone="primary" isDisabled={isSending || !isComplete}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

interface LineProps {
  title: string;
  isSending: boolean;
  onEdit(): void;
  onRemove(): void;
}

const Line = ({ title, isSending, onEdit, onRemove }: LineProps): ReactNode => (
  <li>
    <span className={ui.grow}>{title}</span>
    <Button tone="quiet" isIcon aria-label={t('design.canned.edit', { title })} onPress={onEdit}>
      <Pencil />
    </Button>
    <Button
      tone="quiet"
      isIcon
      isDisabled={isSending}
      aria-label={t('design.canned.remove', { title })}
      onPress={onRemove}
    >
      <Trash2 />
    </Button>
  </li>
);

export function CannedResponses(): ReactNode {
  const { tracker } = useDefinition();
  const params = { path: { id: tracker.id } };
  const queryKey = ['/trackers', tracker.id, 'canned_responses'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => takeTagged(api.GET('/trackers/{id}/canned_responses', { params })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  /** The place of the text that is edited; behind the last one for a new text. */
  const [edited, setEdited] = useState<number>();
  const texts = data?.data ?? [];
  const save = (next: readonly Text[]): Promise<boolean> =>
    submit(() =>
      settle(
        api.PUT('/trackers/{id}/canned_responses', {
          params: { ...params, ...(data?.etag === undefined ? {} : { header: { 'If-Match': data.etag } }) },
          body: [...next],
        }),
      ),
    );
  const put = (text: Text): Promise<boolean> => {
    const next = texts.map((one, index) => (index === edited ? text : one));
    return save(edited === texts.length ? [...next, text] : next);
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.canned')}>
      <h2>{t('design.canned')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.canned.text')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && edited === undefined && <Notice kind="error">{problem}</Notice>}
      {data === undefined && error === null && <Loading lines={1} />}
      {texts.length > 0 && (
        <ul className={css.changes}>
          {texts.map(({ title }, index) => (
            <Line
              key={index}
              {...{ title, isSending }}
              onEdit={() => setEdited(index)}
              onRemove={() => void save(texts.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <div>
          <Button onPress={() => setEdited(texts.length)}>{t('design.canned.add')}</Button>
        </div>
      )}
      <Dialog title={t('design.canned.one')} isOpen={edited !== undefined} onClose={() => setEdited(undefined)}>
        {edited !== undefined && (
          <Editor
            start={texts[edited] ?? { title: '', body: '' }}
            {...{ isSending, problem }}
            onSave={put}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Dialog>
    </section>
  );
}
