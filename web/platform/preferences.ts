// What the person prefers, as the server keeps it, and the look that follows from it.
import { queryOptions } from '@tanstack/react-query';
import { api, take } from './api.ts';
import type { Look } from './look.ts';

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

/** The look of these preferences; what they do not say is left to the site and the system. */
export function lookOf(preferences: readonly Preference[]): Look {
  const valueOf = (key: string): string | undefined => preferences.find((entry) => entry.key === key)?.value;
  const mode = valueOf('display_dark_mode');
  const variant = valueOf('theme_variant');
  return {
    mode: mode === 'light' || mode === 'dark' ? mode : 'system',
    ...(variant === undefined ? {} : { variant }),
    ...(valueOf('display_density') === 'condensed' ? { density: 'condensed' as const } : {}),
  };
}
