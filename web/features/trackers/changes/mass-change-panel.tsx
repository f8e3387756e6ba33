// Changes many artifacts at once: what they get, what would be refused, and what became of it.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { ChoiceMenu } from './choice-menu.tsx';
import { fieldById } from '../fields.ts';
import type { Tracker } from '../fields.ts';
import { byMessage, changeableFields, valuesOf } from './mass-change.ts';
import type { Draft, Preview } from './mass-change.ts';
import css from '../report.module.css';
import type { Artifact } from '../shapes.ts';
import { previewChanges } from './use-many-changes.ts';
import type { Sender } from './use-many-changes.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { lazyByName } from '../../../ui/lazy.tsx';
import { listParts, partsOf } from '../../fields/index.ts';
import type { NewValueProps } from '../../fields/index.ts';
import { Link } from '../../../ui/link.tsx';

interface Props {
  tracker: Tracker;
  ids: readonly number[];
  /** Rows that were seen, for titles. */
  seen: ReadonlyMap<number, Pick<Artifact, 'title'>>;
  sender: Sender;
  onClose(): void;
  /** What was refused stays chosen. */
  onDone(refused: readonly number[]): void;
}

const editorOf = lazyByName<NewValueProps>((type) => {
  const form = partsOf(type)?.massChange;
  return form && (async () => (await form.loadEditor()).Editor);
});

/** Loads what takes the new values of all types. Rejects where the server can't be reached. */
export async function preloadEditors(): Promise<void> {
  const editors = [...listParts().keys()].flatMap((type) => editorOf(type) ?? []);
  await Promise.all(editors.map(({ preload }) => preload()));
}

function NewValue(props: NewValueProps): ReactNode {
  const Editor = editorOf(props.field.type);
  return Editor === undefined ? null : <Editor {...props} />;
}

/** What is to change, looked at before it is written. */
function useMassChange({ tracker, ids, sender, onDone }: Props) {
  const [draft, setDraft] = useState<Draft>({});
  const [comment, setComment] = useState('');
  const [isSilent, setSilent] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const { submit, isSending, problem } = useSubmit();
  const values = valuesOf(tracker, draft);
  const isSomething = (values?.length ?? 0) > 0 || comment.trim() !== '';
  const edit = (next: Draft): void => {
    setDraft(next);
    setPreview(undefined);
  };
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (!(await submit(work))) setPreview(undefined);
  };
  const changes = { ids, values: values ?? [], comment, isSilent };
  const look = (): Promise<void> => act(async () => setPreview(await previewChanges(changes)));
  const write = (found: Preview): Promise<void> =>
    act(async () => {
      await sender.send(changes, found);
      onDone(found.refused.map(({ id }) => id));
    });
  const say = (text: string): void => {
    setComment(text);
    setPreview(undefined);
  };
  return {
    draft,
    edit,
    comment,
    say,
    isSilent,
    beSilent: (next: boolean): void => {
      setSilent(next);
      setPreview(undefined);
    },
    values,
    preview,
    problem,
    isSending,
    isReady: isSomething && values !== undefined,
    look,
    write,
  };
}

type MassChange = ReturnType<typeof useMassChange>;

/** The fields that get a value, and those that may. */
function NewValues({ tracker, draft, edit }: Pick<MassChange, 'draft' | 'edit'> & { tracker: Tracker }): ReactNode {
  const fields = Object.keys(draft).flatMap((id) => fieldById(tracker, Number(id)) ?? []);
  return (
    <>
      {fields.map((field) => (
        <div key={field.field_id} className={css.changeRow}>
          <NewValue
            field={field}
            given={draft[field.field_id] ?? []}
            onGive={(given) => edit({ ...draft, [field.field_id]: given })}
          />
          <Button
            tone="quiet"
            isIcon
            aria-label={t('trackers.leaveOut', { field: field.label })}
            onPress={() =>
              edit(Object.fromEntries(Object.entries(draft).filter(([id]) => Number(id) !== field.field_id)))
            }
          >
            <X />
          </Button>
        </div>
      ))}
      <div>
        <ChoiceMenu
          label={t('trackers.addField')}
          choices={changeableFields(tracker)
            .filter(({ field_id: id }) => draft[id] === undefined)
            .map(({ field_id: id, label }) => ({ id: String(id), label }))}
          onChoose={(id) => edit({ ...draft, [Number(id)]: [] })}
          trigger={
            <Button autoFocus>
              <Plus /> {t('trackers.addField')}
            </Button>
          }
        />
      </div>
    </>
  );
}

export function MassChangePanel(props: Props): ReactNode {
  const { tracker, ids, seen, onClose } = props;
  const change = useMassChange(props);
  const { preview, problem, isSending } = change;
  return (
    <Dialog title={t('trackers.changeMany', { count: ids.length })} isOpen onClose={onClose} isWide>
      <div className={ui.stack} data-testid="mass-change">
        <NewValues tracker={tracker} draft={change.draft} edit={change.edit} />
        <TextField label={t('trackers.comment')} rows={3} value={change.comment} onChange={change.say} />
        {tracker.permissions_for_groups !== null && (
          <Checkbox isSelected={change.isSilent} onChange={change.beSilent}>
            {t('trackers.silent')}
          </Checkbox>
        )}
        {change.values === undefined && <Notice kind="error">{t('trackers.notANumber')}</Notice>}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        {preview !== undefined && <PreviewList preview={preview} seen={seen} />}
        {preview !== undefined && change.isSilent && <p>{t('trackers.silentHint')}</p>}
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          {preview === undefined ? (
            <Button tone="primary" isDisabled={isSending || !change.isReady} onPress={() => void change.look()}>
              {t('trackers.preview')}
            </Button>
          ) : (
            <Button
              tone="primary"
              isDisabled={isSending || preview.accepted.length === 0}
              onPress={() => void change.write(preview)}
            >
              {t('trackers.changeNow', { count: preview.accepted.length })}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const shownPerReason = 5;

function PreviewList({ preview, seen }: { preview: Preview; seen: Props['seen'] }): ReactNode {
  return (
    <div className={ui.stack} role="status">
      <Notice kind={preview.refused.length === 0 ? 'success' : 'warning'}>
        {t('trackers.wouldChange', { count: preview.accepted.length })}{' '}
        {preview.refused.length > 0 && t('trackers.wouldRefuse', { count: preview.refused.length })}
      </Notice>
      {byMessage(preview.refused).map(({ message, ids }) => (
        <section key={message} className={css.refusal}>
          <p>
            <strong>{message}</strong>
          </p>
          <ul>
            {ids.slice(0, shownPerReason).map((id) => (
              <li key={id}>
                <Link to="/artifacts/$id" params={{ id: String(id) }}>
                  #{id} {seen.get(id)?.title ?? ''}
                </Link>
              </li>
            ))}
            {ids.length > shownPerReason && (
              <li className={ui.faint}>{t('trackers.andMore', { count: ids.length - shownPerReason })}</li>
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}
