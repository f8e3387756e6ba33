// What a page goes by before it is drawn: who looks at it, their language and what they prefer, and what the site says.
import { browserLanguage, isLanguage, loadTexts, t } from '../i18n.ts';
import { isRefusedWith } from '../api.ts';
import type { Look } from '../look.ts';
import { setGroupNames } from '../names/group-names.ts';
import { setLinkTypeNames } from '../names/link-type-names.ts';
import { lookOf, preferencesQuery, writeAsPreferred } from '../preferences.ts';
import { queryClient } from '../query.ts';
import { selfQuery, siteQuery } from '../session.ts';

/** Reads it, and has texts, dates and names written accordingly; gives the look. Rejects where the server can't be reached. */
export async function prepare(path: string): Promise<Look> {
  const [self, site] = await Promise.all([
    queryClient.ensureQueryData(selfQuery).catch((error: unknown) => {
      // A site that is closed to anonymous people says so here; its pages lead to the sign-in.
      if (isRefusedWith(error, 401, 403)) return undefined;
      throw error;
    }),
    queryClient.ensureQueryData(siteQuery),
  ]);
  const isKnown = self?.is_anonymous === false;
  const wanted = isKnown ? self.locale?.slice(0, 2) : undefined;
  const [preferences] = await Promise.all([
    isKnown ? queryClient.ensureQueryData(preferencesQuery) : [],
    loadTexts(isLanguage(wanted) ? wanted : browserLanguage(), self?.timezone ?? site.time_zone, {
      withPages: path !== '/',
    }),
  ]);
  writeAsPreferred(preferences);
  setGroupNames((group) => t(`group.${group}`));
  setLinkTypeNames((name) => t(`link.${name}`));
  return { variant: site.default_theme_variant, ...lookOf(preferences) };
}
