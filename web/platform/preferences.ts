// What the person prefers, as the server keeps it, and the look that follows from it.
import { queryOptions } from '@tanstack/react-query';
import { api, take } from './api.ts';
import { readDateStyle, setDateStyle } from './date-style.ts';
import type { Look } from './look.ts';
import { readNameStyle, setNameStyle } from './names/person-names.ts';

export interface Preference {
  key: string;
  value: string;
}

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: (): Promise<Preference[]> =>
    take(api.GET('/users/{id}/all_preferences', { params: { path: { id: 'self' } } })),
  staleTime: Infinity,
});

const valueIn = (preferences: readonly Preference[], key: string): string | undefined =>
  preferences.find((entry) => entry.key === key)?.value;

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
