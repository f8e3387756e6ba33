// Files of an artifact: dropped, pasted or chosen, sent at once with their progress; those that are taken away go on saving.
import { Paperclip, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ClipboardEvent, ReactNode } from 'react';
import { Button as AriaButton, DropZone, FileTrigger } from 'react-aria-components';
import { t } from '../../../platform/i18n.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import type { FileRef } from '../../../ui/files/file-ref.ts';
import { chooseFiles, SendingList, useSending } from '../../../ui/files/sending.tsx';
import rows from '../../../ui/files/files.module.css';
import type { EditorProps } from '../editing.ts';
import css from './file.module.css';
import type { FilesEdit } from './files-edit.ts';

const HeldFiles = ({ files, onRemove }: { files: readonly FileRef[]; onRemove(id: number): void }): ReactNode => (
  <ul className={rows.list}>
    {files.map(({ id, name }) => (
      <li key={id} className={rows.row}>
        <Paperclip size={14} aria-hidden="true" />
        <span className={ui.grow}>{name}</span>
        <Button tone="quiet" isIcon aria-label={t('form.files.remove', { name })} onPress={() => onRemove(id)}>
          <Trash2 />
        </Button>
      </li>
    ))}
  </ul>
);

export function FileEditor({ field, edit, onChange, error, autoFocus }: EditorProps<FilesEdit>): ReactNode {
  const [description, setDescription] = useState('');
  const [notice, setNotice] = useState<string>();
  const held = useRef(edit.files);
  held.current = edit.files;
  const set = (files: readonly FileRef[]): void => {
    held.current = files;
    onChange({ kind: 'files', files });
  };
  const { sending, send, remove } = useSending(field.field_id);
  const takeFiles = (files: readonly File[]): void => {
    const chosen = chooseFiles(files, field);
    setNotice(chosen.notice);
    for (const file of chosen.taken) send(file, description, ({ id, name }) => set([...held.current, { id, name }]));
    setDescription('');
  };
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    takeFiles(files);
  };
  return (
    <div className={ui.field} role="group" aria-label={field.label} onPaste={paste}>
      <span className={ui.label}>{field.label}</span>
      <HeldFiles files={edit.files} onRemove={(id) => set(edit.files.filter((file) => file.id !== id))} />
      <SendingList sending={sending} onRemove={remove} />
      <DropZone
        className={css.drop}
        aria-label={t('form.files.drop')}
        onDrop={({ items }) => {
          void Promise.all(items.filter((item) => item.kind === 'file').map((item) => item.getFile())).then(takeFiles);
        }}
      >
        <FileTrigger allowsMultiple onSelect={(list) => takeFiles([...(list ?? [])])}>
          <AriaButton autoFocus={autoFocus} className={buttonClass(undefined)}>
            {t('form.files.choose')}
          </AriaButton>
        </FileTrigger>
        <span className={`${ui.soft} ${ui.small}`}>{t('form.files.drop')}</span>
      </DropZone>
      <TextField
        label={t('form.files.description')}
        value={description}
        onChange={setDescription}
        hint={t('form.files.descriptionHint')}
      />
      {notice !== undefined && <p className={ui.hint}>{notice}</p>}
      {error !== undefined && <p className={ui.error}>{error}</p>}
    </div>
  );
}
