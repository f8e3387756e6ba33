// Whether one is mailed about an artifact: a bell that says how it is, and lets it be changed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, BellRing } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import { useSelf } from '../../../platform/session.ts';
import { followersQuery } from '../followers.tsx';
import { saveSubscription, subscriptionQuery } from './actions.queries.ts';

type Choice = boolean | null;

/** Shows the choice at once, and takes it back where the server refuses. */
function useSubscription(id: number) {
  const queryClient = useQueryClient();
  const { data } = useQuery(subscriptionQuery(id));
  const choose = useCallback(
    async (wanted: Choice): Promise<void> => {
      const { queryKey } = subscriptionQuery(id);
      // An answer that is still on its way would overwrite the choice.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, { is_subscribed: wanted });
      try {
        await saveSubscription(id, wanted);
        void queryClient.invalidateQueries({ queryKey: ['/artifacts', id, 'followers'] });
      } catch (error) {
        queryClient.setQueryData(queryKey, before);
        say('error', describeError(error));
      }
    },
    [id, queryClient],
  );
  return { choice: data?.is_subscribed, choose };
}

/** Why the person follows without a choice of their own; undefined where they do not. */
function useOwnReason(id: number): 'involved' | 'tracker' | undefined {
  const self = useSelf();
  const { data: followers = [] } = useQuery(followersQuery(id));
  const reason = followers.find(({ user }) => user.id === self?.id)?.reason;
  return reason === 'artifact' ? undefined : reason;
}

export function FollowButton({ id }: { id: number }): ReactNode {
  const { choice, choose } = useSubscription(id);
  useShortcuts(
    useMemo(
      () => [{ keys: 'f', label: 'actions.key.follow', run: () => void choose(choice === true ? null : true) }],
      [choose, choice],
    ),
  );
  const reason = useOwnReason(id);
  if (choice === undefined) return null;
  const why = choice === null && reason !== undefined ? t(`actions.youFollow.${reason}`) : undefined;
  const labels = new Map<Choice, string>([
    [true, t('actions.following')],
    [false, t('actions.muted')],
    [null, t(why === undefined ? 'actions.asTracker' : 'actions.following')],
  ]);
  const Picture = choice === true ? BellRing : choice === false ? BellOff : Bell;
  const entries = [
    ['follow', true],
    ['tracker', null],
    ['mute', false],
  ] as const;
  return (
    <Menu
      label={t('actions.notifications')}
      trigger={
        <Button tone="quiet" {...(why === undefined ? {} : { title: why })}>
          <Picture aria-hidden="true" />
          {labels.get(choice)}
        </Button>
      }
      actions={entries.map(([entry, wanted]) => ({
        id: entry,
        label: `${wanted === choice ? '✓ ' : ''}${t(`actions.choose.${entry}`)}`,
        run: () => void choose(wanted),
        ...(entry === 'follow' ? { keys: 'f' } : {}),
      }))}
    />
  );
}
