// What a look at the installation found, and how each state of it looks.
import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../../platform/api.ts';
import { currentLanguage } from '../../../platform/i18n.ts';

export const stateColours = { ok: 'neon-green', doubtful: 'graffiti-yellow', wrong: 'fiesta-red' } as const;

/** In the language of the page. */
export const healthQuery = () =>
  queryOptions({
    queryKey: ['/admin/health', currentLanguage()],
    queryFn: () => take(api.GET('/admin/health', { params: { query: { language: currentLanguage() } } })),
  });
