// Who is mailed about an artifact: small pictures, with names for whoever points at them or can't see them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Fact } from './form/column.tsx';
import css from './presence.module.css';

/** More are counted. */
const shownMax = 10;

/** Who is mailed about an artifact, and why. */
export const followersQuery = (id: number) =>
  queryOptions({
    queryKey: ['/artifacts', id, 'followers'],
    queryFn: () => take(api.GET('/artifacts/{id}/followers', { params: { path: { id } } })),
    retry: false,
  });

/** Nothing while nobody follows. */
export function Followers({ id }: { id: number }): ReactNode {
  const { data: followers = [] } = useQuery(followersQuery(id));
  if (followers.length === 0) return null;
  const further = followers.slice(shownMax).map(({ user }) => writeName(user.display_name));
  return (
    <Fact label={t('actions.followers')}>
      <ul className={css.followers} aria-label={t('actions.followers')}>
        {followers.slice(0, shownMax).map(({ user, reason }) => {
          const text = t(`actions.follows.${reason}`, { name: writeName(user.display_name) });
          return (
            <li key={user.id} title={text}>
              <Avatar person={user} size={22} />
              <span className="visually-hidden">{text}</span>
            </li>
          );
        })}
        {further.length > 0 && (
          <li className={css.more} title={further.join(', ')}>
            +{further.length}
          </li>
        )}
      </ul>
    </Fact>
  );
}
