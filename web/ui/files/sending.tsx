// Files on their way to the server: some beside each other, with their progress, what went wrong, and a way to stop each.
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { formatNumber, t } from '../../platform/i18n.ts';
import { numberIn } from '../../platform/parse-unknown.ts';
import { Button } from '../button.tsx';
import { describeError } from '../feedback/async-states.tsx';
import ui from '../ui.module.css';
import css from './files.module.css';
import type { SentFile } from './uploads.ts';

/** A field of files, as its tracker tells; it may say how large they are at most. */
export type TakingFiles = { field_id: number } & Record<string, unknown>;

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
export function useSending(fieldId: number) {
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
  const send = (file: File, description: string, onSent: (file: SentFile) => void): void => {
    const key = ++lastKey.current;
    const stop = new AbortController();
    stops.current.add(stop);
    setSending((all) => [...all, { key, name: file.name, part: 0, stop }]);
    queue.current.push(async () => {
      try {
        const onProgress = (part: number): void => patch(key, { part });
        // Who sends none needs no program for it.
        const { uploadFile } = await import('./uploads.ts');
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

export const SendingList = ({
  sending,
  onRemove,
}: {
  sending: readonly Sending[];
  onRemove(key: number): void;
}): ReactNode => (
  <ul className={css.list}>
    {sending.map(({ key, name, part, problem, stop }) => (
      <li key={key} className={css.row}>
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

/** Those that are taken, and what is said of the others. */
export function chooseFiles(
  files: readonly File[],
  field: TakingFiles,
): { taken: readonly File[]; notice: string | undefined } {
  const sizeMax = numberIn(field, 'max_size_upload') ?? Infinity;
  const fitting = files.filter(({ size }) => size <= sizeMax);
  const taken = fitting.slice(0, filesMax);
  const tooLarge = files.length - fitting.length;
  const notes = [
    ...(tooLarge > 0 ? [t('form.files.tooLarge', { count: tooLarge, size: megabytes(sizeMax) })] : []),
    ...(taken.length < fitting.length ? [t('form.files.tooMany', { count: filesMax, all: fitting.length })] : []),
  ];
  return { taken, notice: notes.length === 0 ? undefined : notes.join(' ') };
}
