// How a pull request stands: whether it can be merged, what is missing, what it closes; and merging it.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { pageOf } from '../../../platform/addresses.ts';
import { t } from '../../../platform/i18n.ts';
import type { Schemas } from '../../../platform/schemas.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { Person } from '../../../ui/avatar.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import code from '../code.module.css';
import { BuildState, References } from '../commit-list.tsx';
import { DeleteBranch, Merge, Missing, Warnings } from './merge.tsx';
import { changePull, checksQuery, pullCommitsQuery } from './pull-requests.queries.ts';
import type { MergeMethod, PullRequest } from './pull-requests.queries.ts';
import css from './pull-requests.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

const standings = {
  fastforward: 'pulls.can.fastforward',
  no_fastforward: 'pulls.can.commit',
  conflict: 'pulls.can.not',
} as const;

const isStanding = (name: string): name is keyof typeof standings => Object.hasOwn(standings, name);

const methods = {
  merge: 'pulls.method.merge',
  'fast-forward': 'pulls.method.forward',
  rebase: 'pulls.method.rebase',
  squash: 'pulls.method.squash',
} as const;

/** Whether it becomes one commit, or a commit of both, which has title and description in its message. */
const hasOwnMessage = (pull: PullRequest, method: MergeMethod): boolean =>
  method === 'squash' || (method === 'merge' && pull.merge_status === 'no_fastforward');

const closingObstacles = {
  closed: 'pulls.closes.closed',
  hidden: 'pulls.closes.hidden',
  status: 'pulls.closes.status',
  workflow: 'pulls.closes.workflow',
} as const;

const closedBy = (pull: PullRequest, method: MergeMethod): PullRequest['will_close'] =>
  pull.status === 'review'
    ? pull.will_close.filter((one) => one.is_said_by === 'commit' || hasOwnMessage(pull, method))
    : [];

function Closes({ pull, method }: { pull: PullRequest; method: MergeMethod }): ReactNode {
  const closed = closedBy(pull, method);
  if (closed.length === 0) return null;
  return (
    <p className={ui.row}>
      {t('pulls.closes')}
      {closed.map(({ ref, url, obstacle }) => (
        <span key={ref}>
          <Link to={pageOf(url)} className={code.reference} data-reference="">
            {ref}
          </Link>
          {obstacle !== null && <span className={`${ui.faint} ${ui.small}`}> {t(closingObstacles[obstacle])}</span>}
        </span>
      ))}
    </p>
  );
}

function Checks({ pull }: { pull: PullRequest }): ReactNode {
  const { data = [] } = useQuery(checksQuery(pull.repository_dest.id, pull.head.id));
  if (data.length === 0) return <p className={ui.faint}>{t('pulls.noBuild')}</p>;
  return (
    <ul className={ui.stack} aria-label={t('pulls.checks')}>
      {data.map(({ name, state, description, url }) => (
        <li key={name} className={ui.row}>
          <BuildState name={state} />
          <Link address={url}>{name}</Link>
          {description !== '' && <span className={`${ui.faint} ${ui.small}`}>{description}</span>}
        </li>
      ))}
    </ul>
  );
}

/** What else its commits speak of than what it closes. */
function Refers({ pull, method }: { pull: PullRequest; method: MergeMethod }): ReactNode {
  const { data: commits } = useQuery(pullCommitsQuery(pull.id));
  const closed = new Set(closedBy(pull, method).map(({ ref }) => ref));
  const all = commits?.data.flatMap((commit) => commit.cross_references).filter(({ ref }) => !closed.has(ref)) ?? [];
  const referred = [...new Map(all.map((one) => [one.ref, one])).values()];
  if (referred.length === 0) return null;
  return (
    <p className={ui.row}>
      {t('pulls.refers')}
      <References commit={{ cross_references: referred }} />
    </p>
  );
}

export function ReviewStatus({ pull }: { pull: PullRequest }): ReactNode {
  const place = useRef<HTMLElement>(null);
  const { submit, isSending } = useSubmit({
    invalidates: [
      ['pull', pull.id],
      ['code', pull.repository_dest.id],
    ],
    errors: 'toast',
    focusRef: place,
  });
  const [chosen, setChosen] = useState<MergeMethod>();
  const method = pull.merge_methods.find((one) => one === chosen) ?? pull.merge_methods[0] ?? 'merge';
  const change = (body: Schemas['PullRequestChange']): Promise<boolean> =>
    submit(async () => {
      const after = await changePull(pull.id, body);
      if (body.delete_source_branch === true && after.source_branch.exists)
        say('error', t('pulls.branchKept', { branch: pull.branch_src }));
    });
  const isOpen = pull.status === 'review';
  const isHeld = pull.merge_status === 'conflict' || pull.merge_obstacles.length > 0;
  return (
    <section ref={place} tabIndex={-1} className={`${ui.card} ${css.standing}`} aria-label={t('pulls.standing')}>
      {isOpen && <p>{isStanding(pull.merge_status) ? t(standings[pull.merge_status]) : t('pulls.can.unknown')}</p>}
      {pull.status_info !== null && (
        <p className={css.happened}>
          {pull.status_info.status_updater !== null && <Person person={pull.status_info.status_updater} />}{' '}
          {t(pull.status === 'merge' ? 'pulls.event.merge' : 'pulls.event.abandon')}{' '}
          <When iso={pull.status_info.status_date} />
        </p>
      )}
      <Checks pull={pull} />
      {isOpen && <Missing pull={pull} />}
      {isOpen && <Warnings pull={pull} />}
      <Refers pull={pull} method={method} />
      <Closes pull={pull} method={method} />
      {isOpen && pull.user_can_merge && pull.merge_methods.length > 1 && (
        <Select
          label={t('pulls.method')}
          choices={pull.merge_methods.map((id) => ({ id, label: t(methods[id]) }))}
          value={method}
          onChange={(id) => setChosen(pull.merge_methods.find((one) => one === id))}
        />
      )}
      <div className={ui.row}>
        {isOpen && <Merge pull={pull} method={method} isDisabled={isSending || isHeld} onMerge={change} />}
        {isOpen && pull.user_can_abandon && (
          <Button tone="danger" isDisabled={isSending} onPress={() => void change({ status: 'abandon' })}>
            {t('pulls.abandon')}
          </Button>
        )}
        {pull.status === 'merge' && <DeleteBranch pull={pull} />}
        {pull.user_can_reopen && (
          <Button isDisabled={isSending} onPress={() => void change({ status: 'review' })}>
            {t('pulls.reopen')}
          </Button>
        )}
      </div>
      {isOpen && !pull.user_can_merge && <p className={`${ui.faint} ${ui.small}`}>{t('pulls.mayNot')}</p>}
    </section>
  );
}
