// What the person prefers, changed at once on the page and taken back where the server refuses.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, settle } from '../../../platform/api.ts';
import { applyLook } from '../../../platform/preferences/look.ts';
import {
  changePreference,
  lookOf,
  preferencesQuery,
  writeAsPreferred,
} from '../../../platform/preferences/preferences.ts';
import type { Preference } from '../../../platform/preferences/preferences.ts';
import { selfQuery, useSite } from '../../../platform/session.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

export interface Preferences {
  /** undefined while they are read. */
  isKnown: boolean;
  error: unknown;
  valueOf(key: string): string | undefined;
  /** false takes it back. */
  change(key: string, value: string | false): Promise<void>;
}

export function usePreferences(): Preferences {
  const site = useSite();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(preferencesQuery);
  const { submit } = useSubmit({ errors: 'toast' });
  const show = (preferences: readonly Preference[]): void => {
    applyLook({ variant: site.default_theme_variant, ...lookOf(preferences) });
    writeAsPreferred(preferences);
  };
  return {
    isKnown: data !== undefined,
    error,
    valueOf: (key) => data?.find((entry) => entry.key === key)?.value,
    async change(key, value) {
      await submit(() => changePreference(queryClient, { key, value }, show));
    },
  };
}

/** Changes one's own name, language or time zone; throws what the server refuses. */
export function useChangeSelf(): (values: { real_name?: string; locale?: string; timezone?: string }) => Promise<void> {
  const queryClient = useQueryClient();
  return async (values) => {
    await settle(api.PATCH('/users/{id}', { params: { path: { id: 'self' } }, body: { values } }));
    await queryClient.fetchQuery({ ...selfQuery, staleTime: 0 });
  };
}
