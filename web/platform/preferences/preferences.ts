// What the person prefers, as the server keeps it, and the look that follows from it.
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api, settle, take } from '../api.ts';
import { readDateStyle, setDateStyle } from '../date-style.ts';
import type { Look } from './look.ts';
import { readNameStyle, setNameStyle } from '../names/person-names.ts';
import { createChangeQueue, valueIn } from './change-queue.ts';
import type { Change, Entry } from './change-queue.ts';

export type Preference = Entry;

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: (): Promise<Preference[]> =>
    take(api.GET('/users/{id}/all_preferences', { params: { path: { id: 'self' } } })),
  staleTime: Infinity,
});

const change = createChangeQueue();

/**
 * Changes a preference: at once in what the page knows, which `show` is told. Where the server refuses, the preference is as before,
 * unless it was changed since; rejects then.
 */
export const changePreference = (
  queryClient: QueryClient,
  wanted: Change,
  show: (preferences: readonly Preference[]) => void = () => undefined,
): Promise<void> =>
  change(
    {
      known: () => queryClient.getQueryData(preferencesQuery.queryKey),
      show(preferences) {
        queryClient.setQueryData(preferencesQuery.queryKey, [...preferences]);
        show(preferences);
      },
      send: (body) => settle(api.PATCH('/users/{id}/preferences', { params: { path: { id: 'self' } }, body })),
      readAnew: () => queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
    },
    wanted,
  );

/** Has dates and people written as these preferences say. */
export function writeAsPreferred(preferences: readonly Preference[]): void {
  setDateStyle(readDateStyle(valueIn(preferences, 'relative_dates_display')));
  setNameStyle(readNameStyle(valueIn(preferences, 'username_display')));
}

/** The look of these preferences; what they do not say is left to the site and the system. */
export function lookOf(preferences: readonly Preference[]): Look {
  const mode = valueIn(preferences, 'display_dark_mode');
  const variant = valueIn(preferences, 'theme_variant');
  return {
    mode: mode === 'light' || mode === 'dark' ? mode : 'system',
    ...(variant === undefined ? {} : { variant }),
    ...(valueIn(preferences, 'display_density') === 'condensed' ? { density: 'condensed' as const } : {}),
  };
}
