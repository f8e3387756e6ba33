// Who else has the artifact before them now, and who is writing: small faces that come and go.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { api, isRefusedWith, take } from '../../platform/api.ts';
import { whenIdle } from '../../platform/idle.ts';
import { t } from '../../platform/i18n.ts';
import { pageHeader } from '../../platform/network/page-header.ts';
import { isTyping } from '../../platform/keyboard/typing.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import css from './presence.module.css';

/** How often the page says that one is still there. */
const againMs = 10_000;
/** Who typed within this is writing, in ms. */
const writingMs = 20_000;
const shownMax = 5;

/** Says at once when somebody begins to type; otherwise every few seconds. */
function usePresence(id: number) {
  const typedAtMs = useRef(-Infinity);
  const queryClient = useQueryClient();
  const [isRendered, setRendered] = useState(false);
  useEffect(() => whenIdle(() => setRendered(true)), []);
  const { data, refetch } = useQuery({
    queryKey: ['/artifacts', id, 'presence'],
    queryFn: async () => {
      const body = { is_editing: performance.now() - typedAtMs.current < writingMs };
      try {
        return await take(api.PUT('/artifacts/{id}/presence', { params: { path: { id } }, body }));
      } catch (error) {
        // Nobody is told of what is hidden from them.
        if (isRefusedWith(error, 403, 404))
          void queryClient.invalidateQueries({ queryKey: ['/artifacts', id], exact: true });
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data?.is_shown === false || state.error !== null ? false : againMs),
    staleTime: 0,
    enabled: isRendered,
  });
  const isShown = data?.is_shown === true;
  useEffect(() => {
    if (!isShown) return undefined;
    const note = ({ target, timeStamp }: Event): void => {
      if (!isTyping(target) || (target instanceof Element && target.closest('main') === null)) return;
      const isNew = timeStamp - typedAtMs.current >= writingMs;
      typedAtMs.current = timeStamp;
      if (isNew) void refetch();
    };
    const leave = (): void =>
      void fetch(`/api/artifacts/${id}/presence`, { method: 'DELETE', headers: pageHeader, keepalive: true });
    document.addEventListener('input', note);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('input', note);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [id, isShown, refetch]);
  return data?.people ?? [];
}

/** Nothing while nobody else is there. */
export function Presence({ id }: { id: number }): ReactNode {
  const people = usePresence(id);
  if (people.length === 0) return null;
  const described = people.map(({ user, is_editing: isWriting }) => ({
    user,
    isWriting,
    text: isWriting
      ? t('talk.isWriting', { name: writeName(user.display_name) })
      : t('talk.isHere', { name: writeName(user.display_name) }),
  }));
  return (
    <ul className={css.faces} aria-label={t('talk.present')}>
      {described.slice(0, shownMax).map(({ user, isWriting, text }) => (
        <li key={user.id} data-writing={isWriting} title={text}>
          <Avatar person={user} size={22} />
          <span className="visually-hidden">{text}</span>
        </li>
      ))}
      {described.length > shownMax && <li className={css.more}>+{described.length - shownMax}</li>}
    </ul>
  );
}
