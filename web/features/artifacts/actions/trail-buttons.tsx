// The next and the previous of the list that one came from, and the way back to it.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { whenIdle } from '../../../platform/idle.ts';
import { noteViewed, positionInTrail } from '../../../platform/lists/list-trail.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import ui from '../../../ui/ui.module.css';
import css from './actions.module.css';
import { readArtifact } from '../read-artifact.ts';

/** Nothing where one came from no list. */
export function TrailButtons({ id }: { id: number }): ReactNode {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const position = useMemo(() => positionInTrail(id), [id]);
  const address = position?.trail.address;
  useEffect(() => {
    noteViewed(id);
    const next = position?.next;
    return next === undefined ? undefined : whenIdle(() => void readArtifact(queryClient, next, {}));
  }, [id, position, queryClient]);
  const open = useCallback(
    (other: number | undefined) => {
      // In the place of this one, so that the browser's way back leads to the list.
      if (other !== undefined) void navigate({ to: '/artifacts/$id', params: { id: String(other) }, replace: true });
    },
    [navigate],
  );
  const leave = useCallback(() => {
    if (address !== undefined) void navigate({ href: address });
  }, [address, navigate]);
  useShortcuts(
    useMemo(
      () =>
        position === undefined
          ? []
          : [
              { keys: 'j', label: 'actions.key.next', run: () => open(position.next) },
              { keys: 'k', label: 'actions.key.previous', run: () => open(position.previous) },
              { keys: 'u', label: 'actions.key.back', run: leave },
            ],
      [position, open, leave],
    ),
  );
  if (position === undefined) return null;
  const { trail, index, size, next, previous } = position;
  return (
    <span className={ui.row}>
      <Button tone="quiet" onPress={leave}>
        <ArrowLeft aria-hidden="true" />
        {t('actions.back', { list: trail.label })}
      </Button>
      <span className={css.steps}>
        <span className={`${ui.soft} ${ui.small}`}>{t('actions.place', { at: index + 1, size })}</span>
        <Button
          tone="quiet"
          isIcon
          aria-label={t('actions.previous')}
          isDisabled={previous === undefined}
          onPress={() => open(previous)}
        >
          <ChevronUp />
        </Button>
        <Button
          tone="quiet"
          isIcon
          aria-label={t('actions.next')}
          isDisabled={next === undefined}
          onPress={() => open(next)}
        >
          <ChevronDown />
        </Button>
      </span>
    </span>
  );
}
