// The way to the inbox, with how much is unread in it.
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { atLeast, t } from '../../platform/i18n.ts';
import { inboxCountsQuery } from '../../platform/live/inbox-counts.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import css from './frame.module.css';

/** More are shown as `99+`. */
const shownMax = 99;

export function InboxLink(): ReactNode {
  const { data } = useQuery(inboxCountsQuery);
  const count = data?.unread ?? 0;
  const label =
    count === 0 ? t('frame.inbox') : t('frame.inboxUnread', { count: atLeast(count, data?.is_more === true) });
  return (
    <Link
      to="/inbox"
      search={{}}
      className={`${buttonClass('quiet', true)} ${css.inbox}`}
      aria-label={label}
      title={label}
    >
      <Bell aria-hidden="true" />
      {count > 0 && (
        <span className={css.unread} aria-hidden="true">
          {count > shownMax ? `${shownMax}+` : count}
        </span>
      )}
    </Link>
  );
}
