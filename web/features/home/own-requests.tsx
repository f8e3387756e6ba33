// Projects that the person asked to join, while nobody has answered.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ownRequestsQuery, takeBackRequest } from '../../ui/no-access/own-requests.ts';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import css from './home.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Link } from '../../ui/link.tsx';

/** The first parts of addresses, by the words that the server keeps requests in. */
const places: Readonly<Record<string, string>> = {
  art: '/artifacts',
  tracker: '/trackers',
  kanban: '/kanban',
  repository: '/repositories',
  'pull request': '/pull-requests',
};

/** The page that was asked from, of such as `harbor-kanban` or `art #12`. */
function pageAskedFor(asked: string): string {
  const [kind = '', id] = asked.split(' #');
  const place = places[kind];
  return id === undefined || place === undefined ? `/projects/${encodeURIComponent(asked)}` : `${place}/${id}`;
}

/** Nothing where nothing waits. */
export function OwnRequests(): ReactNode {
  const { submit } = useSubmit({
    invalidates: [ownRequestsQuery.queryKey],
    toast: t('join.takenBack'),
    errors: 'toast',
  });
  const { data = [] } = useQuery(ownRequestsQuery);
  const waiting = data.filter((request) => !request.is_refused);
  if (waiting.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby="own-requests-title">
      <h2 id="own-requests-title">{t('home.asked')}</h2>
      <ul className={css.requests}>
        {waiting.map(({ id, asked, asked_at: askedAt }) => (
          <li key={id} className={css.request}>
            <Link to={pageAskedFor(asked)}>{asked}</Link>
            <span className={`${ui.faint} ${ui.small}`}>
              <When iso={askedAt} />
            </span>
            <Button
              aria-label={t('home.takeBackWhich', { asked })}
              onPress={() => void submit(() => takeBackRequest(id))}
            >
              {t('join.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
