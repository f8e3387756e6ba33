// What the person prefers, as the server keeps it, and the look that follows from it.
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api, settle, take } from './api.ts';
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

/** Changes go to the server one after another, so that of two the later one stays. */
let saving: Promise<unknown> = Promise.resolve();

/**
 * Changes a preference, false takes it back: at once in what the page knows, which `show` is told. Where the server refuses, the
 * preference is as before, unless it was changed since; rejects then.
 */
export function changePreference(
  queryClient: QueryClient,
  { key, value }: { key: string; value: string | false },
  show: (preferences: readonly Preference[]) => void = () => undefined,
): Promise<void> {
  const known = (): readonly Preference[] | undefined => queryClient.getQueryData(preferencesQuery.queryKey);
  const isUnread = known() === undefined;
  const valueNow = (): string | undefined => valueIn(known() ?? [], key);
  const set = (wanted: string | undefined): void => {
    const now = known();
    if (now === undefined) return;
    const others = now.filter((entry) => entry.key !== key);
    const preferences = wanted === undefined ? others : [...others, { key, value: wanted }];
    queryClient.setQueryData(preferencesQuery.queryKey, preferences);
    show(preferences);
  };
  const wanted = value === false ? undefined : value;
  const before = valueNow();
  set(wanted);
  const saved = saving.then(async () => {
    try {
      await settle(api.PATCH('/users/{id}/preferences', { params: { path: { id: 'self' } }, body: { key, value } }));
      // All the others are not known by one of them.
      if (isUnread) await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey });
    } catch (error) {
      if (!isUnread && valueNow() === wanted) set(before);
      throw error;
    }
  });
  saving = saved.catch(() => undefined);
  return saved;
}

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
