// Merging a pull request: what is missing, what is to be confirmed, and what becomes of its branch.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import type { Schemas } from '../../../platform/schemas.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import ui from '../../../ui/ui.module.css';
import { deleteBranch } from './pull-requests.queries.ts';
import type { MergeMethod, PullRequest } from './pull-requests.queries.ts';
import css from './pull-requests.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const checkStates = {
  missing: 'pulls.check.missing',
  pending: 'pulls.check.pending',
  failure: 'pulls.check.failure',
} as const;

const isCheckState = (name: string): name is keyof typeof checkStates => Object.hasOwn(checkStates, name);

type Obstacle = PullRequest['merge_obstacles'][number];

function describeObstacle({ kind, count, user, check, state }: Obstacle): string {
  const name = user === null ? '' : writeName(user.display_name);
  if (kind === 'approvals') return t('pulls.needs.approvals', { count });
  if (kind === 'reviewer') return t('pulls.needs.reviewer', { name });
  if (kind === 'review') return t('pulls.needs.review', { name });
  if (kind === 'outdated') return t('pulls.needs.outdated', { name });
  if (kind === 'threads') return t('pulls.needs.threads', { count });
  if (kind === 'changes') return t('pulls.needs.changes', { name });
  return t(isCheckState(state) ? checkStates[state] : 'pulls.check.missing', { name: check });
}

const Obstacles = ({ label, all }: { label: string; all: readonly Obstacle[] }): ReactNode =>
  all.length === 0 ? null : (
    <ul className={css.obstacles} aria-label={label}>
      {all.map((one) => (
        <li key={`${one.kind} ${one.user?.id ?? ''} ${one.check}`}>{describeObstacle(one)}</li>
      ))}
    </ul>
  );

export const Missing = ({ pull }: { pull: PullRequest }): ReactNode => (
  <Obstacles label={t('pulls.missing')} all={pull.merge_obstacles} />
);

export const Warnings = ({ pull }: { pull: PullRequest }): ReactNode => (
  <Obstacles label={t('pulls.warnings')} all={pull.merge_warnings} />
);

interface MergeProps {
  pull: PullRequest;
  method: MergeMethod;
  isDisabled: boolean;
  onMerge(change: Schemas['PullRequestChange']): Promise<boolean>;
}

/** Asks first where something is to be confirmed. */
export function Merge({ pull, method, isDisabled, onMerge }: MergeProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [deletes, setDeletes] = useState(false);
  const { user_can_delete: canDelete } = pull.source_branch;
  const merge = (): void => {
    setAsking(false);
    void onMerge({
      status: 'merge',
      merge_method: method,
      confirmed: [...new Set(pull.merge_warnings.map(({ kind }) => kind))],
      ...(canDelete && deletes ? { delete_source_branch: true } : {}),
    });
  };
  return (
    <>
      <Button
        tone="primary"
        isDisabled={isDisabled || !pull.user_can_merge}
        onPress={() => (pull.merge_warnings.length > 0 ? setAsking(true) : merge())}
      >
        {t('pulls.merge')}
      </Button>
      {pull.user_can_merge && canDelete && (
        <Checkbox isSelected={deletes} onChange={setDeletes}>
          {t('pulls.deleteAfter', { branch: pull.branch_src })}
        </Checkbox>
      )}
      <Dialog title={t('pulls.confirmTitle')} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>{t('pulls.confirmText')}</p>
        <Warnings pull={pull} />
        <div className={ui.actions}>
          <Button onPress={() => setAsking(false)}>{t('pulls.confirmCancel')}</Button>
          <Button tone="primary" onPress={merge}>
            {t('pulls.mergeAnyway')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** Of a pull request that is merged, where its branch is there still. */
export function DeleteBranch({ pull }: { pull: PullRequest }): ReactNode {
  const { submit, isSending } = useSubmit({
    invalidates: [['pull', pull.id]],
    toast: t('pulls.branchDeleted', { branch: pull.branch_src }),
    errors: 'toast',
  });
  if (!pull.source_branch.exists || !pull.source_branch.user_can_delete) return null;
  return (
    <Button isDisabled={isSending} onPress={() => void submit(() => deleteBranch(pull.repository.id, pull.branch_src))}>
      {t('pulls.deleteBranch', { branch: pull.branch_src })}
    </Button>
  );
}
