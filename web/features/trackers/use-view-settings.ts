// Settings of a view, kept with the person's preferences; of anonymous people for this visit alone.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { api, settle } from '../../platform/api.ts';
import { preferencesQuery } from '../../platform/preferences/preferences.ts';
import { useSelf } from '../../platform/session.ts';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import { readSettings, settingsKey, writeSettings } from './view-settings.ts';
import type { ViewSettings } from './view-settings.ts';

/** Dragging a border says a lot; it is saved when it rests this long, in ms. */
const restMs = 600;

type Change = (change: Partial<ViewSettings>) => void;

export function useViewSettings(trackerId: number, reportId: number | undefined): [ViewSettings, Change] {
  const isKnown = useSelf() !== undefined;
  const queryClient = useQueryClient();
  const { data: preferences } = useQuery({ ...preferencesQuery, enabled: isKnown });
  const key = settingsKey(trackerId, reportId);
  const own = useQuery<string>({ queryKey: ['view', key], enabled: false, queryFn: () => '' });
  const text = own.data ?? preferences?.find((preference) => preference.key === key)?.value;
  const settings = useMemo(() => readSettings(text), [text]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const change = useCallback<Change>(
    (part) => {
      const kept = queryClient.getQueryData<string>(['view', key]) ?? text;
      const value = writeSettings({ ...readSettings(kept), ...part });
      queryClient.setQueryData(['view', key], value);
      if (!isKnown) return;
      // Of each view its own: another one that is opened meanwhile takes nothing from this.
      clearTimeout(timers.current.get(key));
      const timer = setTimeout(() => {
        settle(api.PATCH('/users/{id}/preferences', { params: { path: { id: 'self' } }, body: { key, value } })).catch(
          (error: unknown) => say('error', describeError(error)),
        );
      }, restMs);
      timers.current.set(key, timer);
    },
    [queryClient, key, text, isKnown],
  );
  return [settings, change];
}
