// Where something is written: kept in this browser until the server has it.
import { useMemo, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { createDrafts } from '../../../platform/drafts.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { MarkdownField } from '../../../ui/markdown-field.tsx';
import { describeError, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';

interface Props {
  /** What the draft is of. */
  thing: string;
  label: string;
  projectId: number | undefined;
  /** What is there before anything is written. */
  initial?: string;
  /** What sends it. */
  sendLabel?: string;
  /** Resolves when the server has it. */
  onSend(text: string): Promise<unknown>;
  onCancel?: () => void;
  autoFocus?: boolean;
  areaRef?: RefObject<HTMLTextAreaElement | null>;
  /** What stands above the text. */
  above?: ReactNode;
  /** Something that can be put behind what is written. */
  offer?: { label: string; text(): Promise<string> } | undefined;
}

/** A text that stays in the browser until it is empty. */
function useKeptText(thing: string, initial: string, username: string): [string, (next: string) => void] {
  const drafts = useMemo(() => createDrafts(localStorage, username), [username]);
  const [text, setText] = useState(() => {
    const kept = drafts.read(thing)?.value;
    return typeof kept === 'string' ? kept : initial;
  });
  const change = (next: string): void => {
    setText(next);
    if (next === '') drafts.drop(thing);
    else drafts.save(thing, next);
  };
  return [text, change];
}

export function SayBox({
  thing,
  label,
  projectId,
  initial = '',
  sendLabel = t('pulls.send'),
  onSend,
  onCancel,
  above,
  offer,
  ...field
}: Props): ReactNode {
  const self = useSelf();
  const [text, change] = useKeptText(thing, initial, self?.username ?? '');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    try {
      await onSend(text);
      setProblem(undefined);
      change('');
    } catch (error) {
      setProblem(describeError(error));
    }
    setBusy(false);
  };
  const take = async (): Promise<void> => {
    if (offer === undefined) return;
    try {
      const offered = await offer.text();
      change(text.trim() === '' ? offered : `${text.trimEnd()}\n\n${offered}`);
    } catch (error) {
      setProblem(describeError(error));
    }
  };
  if (self === undefined) return null;
  return (
    <div className={ui.stack}>
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
        <Button tone="primary" isDisabled={isBusy || text.trim() === ''} onPress={() => void send()}>
          {sendLabel}
        </Button>
        {offer !== undefined && <Button onPress={() => void take()}>{offer.label}</Button>}
        {onCancel !== undefined && (
          <Button
            onPress={() => {
              change('');
              onCancel();
            }}
          >
            {t('pulls.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
