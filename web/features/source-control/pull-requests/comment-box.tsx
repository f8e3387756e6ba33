// Where something is written: kept in this browser until the server has it.
import { useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { createDrafts, unsentOf } from '../../../platform/drafts/drafts.ts';
import { personalStore } from '../../../platform/storage/personal-storage.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { leaveForm } from '../../../platform/keyboard/typing.ts';
import { Button } from '../../../ui/button.tsx';
import { MarkdownField } from '../../../ui/markdown/markdown-field.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Props {
  /** What the draft is of. */
  thing: string;
  label: string;
  projectId: number | undefined;
  /** What is there before anything is written, of which this is another version. */
  initial?: string;
  /** What sends it. */
  sendLabel?: string;
  /** Resolves when the server has it: then it stands here no more. */
  onSend(text: string): Promise<unknown>;
  /** Reads again what shows it elsewhere. */
  onSent?: () => Promise<unknown>;
  /** When all is sent, or shall not be. */
  onClose?: () => void;
  autoFocus?: boolean;
  areaRef?: RefObject<HTMLElement | null>;
  /** What stands above the text. */
  above?: ReactNode;
  /** Something that can be put behind what is written. */
  offer?: { label: string; text(): Promise<string> } | undefined;
}

/** A text that stays in the browser until it is empty. `latest` is what it is by now. */
function useDraftText(thing: string, initial: string, username: string) {
  const drafts = useMemo(() => createDrafts(personalStore, username), [username]);
  const [text, setText] = useState(() => {
    const kept = drafts.read(thing)?.value;
    return typeof kept === 'string' ? kept : initial;
  });
  const latest = useRef(text);
  const change = (next: string): void => {
    latest.current = next;
    setText(next);
    if (next === '') drafts.drop(thing);
    else drafts.save(thing, next);
  };
  return { text, latest, change };
}

export function CommentBox({
  thing,
  label,
  projectId,
  initial,
  sendLabel = t('pulls.send'),
  onSend,
  onSent,
  onClose,
  above,
  offer,
  ...field
}: Props): ReactNode {
  const self = useSelf();
  const { text, latest, change } = useDraftText(thing, initial ?? '', self?.username ?? '');
  const { submit, isSending, problem } = useSubmit();
  const place = useRef<HTMLDivElement>(null);
  const send = async (): Promise<void> => {
    if (text.trim() === '' || isSending) return;
    await submit(async () => {
      await onSend(text);
      if (initial === undefined) {
        change(unsentOf(latest.current, text));
        if (latest.current === '') leaveForm(place.current);
      }
      await onSent?.();
      // What was there before stays until its new version is there.
      if (initial !== undefined && latest.current === text) {
        change('');
        leaveForm(place.current);
      }
      if (latest.current === '') onClose?.();
    });
  };
  const take = async (from: () => Promise<string>): Promise<void> => {
    await submit(async () => {
      const offered = await from();
      const now = latest.current.trimEnd();
      change(now === '' ? offered : `${now}\n\n${offered}`);
    });
  };
  if (self === undefined) return null;
  return (
    <div className={ui.stack} ref={place}>
      {above}
      <MarkdownField
        label={label}
        value={text}
        onChange={change}
        projectId={projectId}
        rows={3}
        onSend={() => void send()}
        {...field}
      />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button tone="primary" isDisabled={isSending || text.trim() === ''} onPress={() => void send()}>
          {sendLabel}
        </Button>
        {offer !== undefined && <Button onPress={() => void take(offer.text)}>{offer.label}</Button>}
        {onClose !== undefined && (
          <Button
            onPress={() => {
              change('');
              onClose();
            }}
          >
            {t('ui.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
