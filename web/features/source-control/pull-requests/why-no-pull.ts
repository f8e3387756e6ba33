import { t } from '../../../platform/i18n.ts';
import type { Repository } from '../source-control.queries.ts';

/** Why somebody who pushes to no branch of a repository opens no pull request there, and what they may do instead. */
export const whyNoPull = ({ user_can_fork: mayFork }: Pick<Repository, 'user_can_fork'>): string =>
  mayFork ? `${t('pulls.mayNotOpen')} ${t('pulls.forkFirst')}` : t('pulls.mayNotOpen');
