// Where a comment is written: kept in this browser until the server has it, for everybody or for chosen groups.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { MarkdownField } from '../../../ui/markdown/markdown-field.tsx';
import type { Nearby } from '../../../ui/markdown/candidates.ts';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { usePictures } from '../../../ui/files/pictures.tsx';
import type { Pictures } from '../../../ui/files/pictures.tsx';
import type { Field } from '../../fields/index.ts';
import type { CommentDraft } from './comment-draft.ts';
import css from './comments.module.css';
import { groupsQuery } from './comments.queries.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Props {
  label: string;
  projectId: number;
  draft: CommentDraft;
  onDraft(draft: CommentDraft): void;
  /** Resolves when the server has it; what it throws is told beside the text. */
  onSend(draft: CommentDraft): Promise<void>;
  onCancel?: () => void;
  sendLabel: string;
  nearby: readonly Nearby[];
  mayBePrivate: boolean;
  /** Which takes files that are pasted or dropped; without it they are not taken. */
  fileField?: Field | undefined;
  areaRef?: RefObject<HTMLElement | null>;
  /** What else is offered in the line of buttons. */
  more?: ReactNode;
  autoFocus?: boolean;
}

/** Everybody who sees the artifact, or only some groups. */
function Audience({
  projectId,
  groups,
  onChange,
}: {
  projectId: number;
  groups: readonly string[];
  onChange(groups: readonly string[]): void;
}): ReactNode {
  const [isOpen, setOpen] = useState(groups.length > 0);
  const { data = [] } = useQuery({ ...groupsQuery(projectId), enabled: isOpen });
  const names = data.filter(({ id }) => groups.includes(id)).map(({ label }) => label);
  return (
    <details className={css.audience} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {groups.length === 0
          ? t('talk.forAll')
          : t('talk.onlyFor', { groups: names.length === 0 ? String(groups.length) : names.join(', ') })}
      </summary>
      <div className={css.groups} role="group" aria-label={t('talk.audience')}>
        {data.map(({ id, label }) => (
          <Checkbox
            key={id}
            isSelected={groups.includes(id)}
            onChange={(isOn) => onChange(isOn ? [...groups, id] : groups.filter((one) => one !== id))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </details>
  );
}

/** Sends once; asked for while pictures are on their way, when they have arrived. */
function useSend(text: string, pictures: Pictures, onSend: () => Promise<void>) {
  const { submit, isSending, problem } = useSubmit();
  const [isDue, setDue] = useState(false);
  const isEmpty = text.trim() === '';
  const send = async (): Promise<void> => {
    if (pictures.isSending) return setDue(true);
    if (!isEmpty && !isSending) await submit(onSend);
  };
  useEffect(() => {
    if (!isDue || pictures.isSending) return;
    setDue(false);
    if (!pictures.isStuck) void send();
  });
  return { send, problem, isDisabled: isSending || isDue || (isEmpty && !pictures.isSending) };
}

export function Composer({ draft, onDraft, onSend, onCancel, ...props }: Props): ReactNode {
  const latest = useRef(draft);
  latest.current = draft;
  const change = (next: CommentDraft): void => {
    latest.current = next;
    onDraft(next);
  };
  const pictures = usePictures(props.fileField, (file) =>
    change({ ...latest.current, files: [...(latest.current.files ?? []), file] }),
  );
  const { send, problem, isDisabled } = useSend(draft.text, pictures, () => onSend(draft));
  return (
    <form
      className={`${ui.card} ${css.composer}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <MarkdownField
        label={props.label}
        value={draft.text}
        onChange={(text) => change({ ...latest.current, text })}
        projectId={props.projectId}
        nearby={props.nearby}
        onSend={() => void send()}
        autoFocus={props.autoFocus === true}
        {...(props.areaRef === undefined ? {} : { areaRef: props.areaRef })}
        {...(pictures.onFiles === undefined ? {} : { onFiles: pictures.onFiles })}
      />
      {pictures.list}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={css.send}>
        <Button type="submit" tone="primary" isDisabled={isDisabled}>
          {props.sendLabel}
        </Button>
        {onCancel !== undefined && <Button onPress={onCancel}>{t('ui.cancel')}</Button>}
        {props.more}
        {props.mayBePrivate && (
          <Audience
            projectId={props.projectId}
            groups={draft.groups}
            onChange={(groups) => change({ ...latest.current, groups })}
          />
        )}
        <span className={`${ui.hint} ${css.hint}`}>{t('talk.hint')}</span>
      </div>
    </form>
  );
}
