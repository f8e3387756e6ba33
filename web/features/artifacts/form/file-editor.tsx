// Files of an artifact: dropped, pasted or chosen, sent at once with their progress; those that are taken away go on saving.
import { Paperclip, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, ReactNode } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { formatNumber, t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { describeError } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import { numberIn } from '../../../platform/loose.ts';
import type { FileRef } from './edits.ts';
import type { EditorProps } from './editor-props.ts';
import css from './form.module.css';
import { uploadFile } from './uploads.ts';

/** Files that are taken at once, and sent beside each other. */
const filesMax = 50;
const besides = 3;

interface Sending {
  key: number;
  name: string;
  part: number;
  problem?: string;
  stop: AbortController;
}

const isStop = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
const megabytes = (bytes: number): string => formatNumber(Math.round(bytes / 1024 / 102.4) / 10);

/** Sends files one after another, some beside each other; gives those on their way. */
function useSending(fieldId: number, onSent: (file: FileRef) => void) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const lastKey = useRef(0);
  const queue = useRef<(() => Promise<void>)[]>([]);
  const running = useRef(0);
  const stops = useRef(new Set<AbortController>());
  useEffect(() => {
    const { current } = stops;
    return () => {
      for (const stop of current) stop.abort();
    };
  }, []);
  const patch = (key: number, change: Partial<Sending>): void =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const remove = (key: number): void => setSending((all) => all.filter((one) => one.key !== key));
  const next = (): void => {
    while (running.current < besides) {
      const work = queue.current.shift();
      if (work === undefined) return;
      running.current++;
      void work().finally(() => {
        running.current--;
        next();
      });
    }
  };
  const send = (file: File, description: string): void => {
    const key = ++lastKey.current;
    const stop = new AbortController();
    stops.current.add(stop);
    setSending((all) => [...all, { key, name: file.name, part: 0, stop }]);
    queue.current.push(async () => {
      try {
        const onProgress = (part: number): void => patch(key, { part });
        onSent(await uploadFile(fieldId, file, { description, onProgress, signal: stop.signal }));
        remove(key);
      } catch (error) {
        if (isStop(error)) remove(key);
        else patch(key, { problem: describeError(error) });
      } finally {
        stops.current.delete(stop);
      }
    });
    next();
  };
  return { sending, send, remove };
}

const SendingList = ({
  sending,
  onRemove,
}: {
  sending: readonly Sending[];
  onRemove(key: number): void;
}): ReactNode => (
  <ul className={css.files}>
    {sending.map(({ key, name, part, problem, stop }) => (
      <li key={key} className={css.file}>
        <span className={ui.grow}>{name}</span>
        {problem === undefined ? (
          <progress value={part} aria-label={t('form.files.sending', { name })} />
        ) : (
          <span className={ui.error}>{problem}</span>
        )}
        <Button
          tone="quiet"
          isIcon
          aria-label={t('form.files.stop', { name })}
          onPress={() => {
            stop.abort();
            onRemove(key);
          }}
        >
          <X />
        </Button>
      </li>
    ))}
  </ul>
);

const HeldFiles = ({ files, onRemove }: { files: readonly FileRef[]; onRemove(id: number): void }): ReactNode => (
  <ul className={css.files}>
    {files.map(({ id, name }) => (
      <li key={id} className={css.file}>
        <Paperclip size={14} aria-hidden="true" />
        <span className={ui.grow}>{name}</span>
        <Button tone="quiet" isIcon aria-label={t('form.files.remove', { name })} onPress={() => onRemove(id)}>
          <Trash2 />
        </Button>
      </li>
    ))}
  </ul>
);

/** Those that are taken, and what is said of the others. */
function choose(files: readonly File[], sizeMax: number): { taken: readonly File[]; notice: string | undefined } {
  const fitting = files.filter(({ size }) => size <= sizeMax);
  const taken = fitting.slice(0, filesMax);
  const tooLarge = files.length - fitting.length;
  const notes = [
    ...(tooLarge > 0 ? [t('form.files.tooLarge', { count: tooLarge, size: megabytes(sizeMax) })] : []),
    ...(taken.length < fitting.length ? [t('form.files.tooMany', { count: filesMax, all: fitting.length })] : []),
  ];
  return { taken, notice: notes.length === 0 ? undefined : notes.join(' ') };
}

export function FileEditor({ field, edit, onChange, error, autoFocus }: EditorProps<'files'>): ReactNode {
  const [description, setDescription] = useState('');
  const [notice, setNotice] = useState<string>();
  const held = useRef(edit.files);
  held.current = edit.files;
  const set = (files: readonly FileRef[]): void => {
    held.current = files;
    onChange({ kind: 'files', files });
  };
  const { sending, send, remove } = useSending(field.field_id, (file) => set([...held.current, file]));
  const takeFiles = (files: readonly File[]): void => {
    const chosen = choose(files, numberIn(field, 'max_size_upload') ?? Infinity);
    setNotice(chosen.notice);
    for (const file of chosen.taken) send(file, description);
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
        onDrop={({ items }) => {
          void Promise.all(items.filter((item) => item.kind === 'file').map((item) => item.getFile())).then(takeFiles);
        }}
      >
        <FileTrigger allowsMultiple onSelect={(list) => takeFiles([...(list ?? [])])}>
          <Button autoFocus={autoFocus}>{t('form.files.choose')}</Button>
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
