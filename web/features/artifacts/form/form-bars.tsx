// What a form says of itself: drafts that came back, what went wrong, and the bar that sends all that is changed.
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatRelative, t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { FormBar } from './form-bar.tsx';
import type { Entries } from './keeping/drafts.ts';
import type { ArtifactForm } from './use-artifact-form.ts';

type Kept = Pick<ArtifactForm, 'restoredAtMs' | 'lost' | 'isTooLargeToKeep' | 'changed' | 'discard' | 'forget'>;

export function FormNotices({ form }: { form: Kept }): ReactNode {
  const { restoredAtMs, lost, isTooLargeToKeep } = form;
  return (
    <>
      {restoredAtMs !== undefined && form.changed.length > 0 && (
        <Notice>
          <span className={ui.grow}>{t('form.restored', { when: formatRelative(new Date(restoredAtMs)) })}</span>
          <Button onPress={form.discard}>{t('form.discardAll')}</Button>
        </Notice>
      )}
      {isTooLargeToKeep && <Notice kind="warning">{t('form.tooLarge')}</Notice>}
      {lost.map(({ id, label, words }) => (
        <Notice key={id} kind="warning">
          <div className={ui.grow}>
            <TextField label={t('form.lost', { label })} value={words} isReadOnly rows={4} />
          </div>
          <Button onPress={() => form.forget(id)}>{t('form.discard')}</Button>
        </Notice>
      ))}
    </>
  );
}

/** Says beside the button how many fields need something: they may be far from it. */
export function ProblemCount({ entries }: { entries: Entries }): ReactNode {
  const count = [...entries.values()].filter(({ problem }) => problem !== undefined).length;
  return count > 0 && <span className={ui.error}>{t('form.problem.count', { count })}</span>;
}

/** Where several fields are changed at once, or something must be said to all of them. */
export function SaveBar({ form }: { form: ArtifactForm }): ReactNode {
  const count = form.changed.length;
  const isShown = form.isWhole || count > 1 || form.isCommentNeeded || form.problem !== undefined;
  if (!isShown) return null;
  return (
    <FormBar label={t('form.bar')}>
      {form.problem !== undefined && <Notice kind="error">{form.problem}</Notice>}
      {(form.isWhole || form.isCommentNeeded || form.comment !== '') && (
        <TextField
          label={t('form.comment')}
          value={form.comment}
          onChange={form.setComment}
          isRequired={form.isCommentNeeded}
          autoFocus={form.isCommentNeeded}
          error={form.isCommentNeeded && form.comment.trim() === '' ? t('form.problem.comment') : undefined}
        />
      )}
      <div className={ui.row}>
        <Button tone="primary" isDisabled={form.isBusy} onPress={() => void form.save()}>
          {t('form.saveAll')}
        </Button>
        <Button isDisabled={form.isBusy} onPress={form.discard}>
          {t('form.discard')}
        </Button>
        <span className={`${ui.soft} ${ui.small}`} role="status">
          {form.isBusy ? t('form.saving') : t('form.changedFields', { count })}
        </span>
        <ProblemCount entries={form.entries} />
      </div>
    </FormBar>
  );
}

interface LeaveGuardProps {
  isDirty: boolean;
  onDiscard(): void;
  /** Tells whether all is saved then; without it, saving is not offered. */
  onSave?: () => Promise<boolean>;
}

/** Asks before somebody leaves with something unsaved. */
export function LeaveGuard({ isDirty, onDiscard, onSave }: LeaveGuardProps): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <Dialog title={t('form.leave.title')} isOpen={blocker.status === 'blocked'} onClose={() => blocker.reset?.()}>
      <p>{t('form.leave.text')}</p>
      <div className={ui.actions}>
        <Button onPress={() => blocker.reset?.()}>{t('form.leave.stay')}</Button>
        <Button
          tone="danger"
          onPress={() => {
            onDiscard();
            blocker.proceed?.();
          }}
        >
          {t('form.leave.discard')}
        </Button>
        <Button tone={onSave === undefined ? 'primary' : undefined} onPress={() => blocker.proceed?.()}>
          {t('form.leave.keep')}
        </Button>
        {onSave !== undefined && (
          <Button
            tone="primary"
            onPress={() => void onSave().then((isSaved) => (isSaved ? blocker.proceed?.() : blocker.reset?.()))}
          >
            {t('form.leave.save')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
