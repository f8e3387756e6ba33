// What a page goes by before it is drawn: who looks at it, their language and what they prefer, and what the site says.
import { browserLanguage, isLanguage, loadTexts, t } from '../i18n.ts';
import { isRefusedWith } from '../api.ts';
import type { Look } from '../preferences/look.ts';
import { setGroupNames } from '../names/group-names.ts';
import { setLinkTypeNames } from '../names/link-type-names.ts';
import { lookOf, preferencesQuery, writeAsPreferred } from '../preferences/preferences.ts';
import { queryClient } from '../query.ts';
import { selfQuery, siteQuery, storageKeyQuery } from '../session.ts';
import type { Self } from '../session.ts';
import { openPersonalStorage } from '../storage/personal-storage.ts';

/** Opens what this browser keeps of whoever looks at the page. */
async function openStorage(self: Self | undefined): Promise<void> {
  if (self === undefined || self.is_anonymous || self.id === null || self.username === null)
    return openPersonalStorage(undefined);
  const { id, username } = self;
  const answer = await queryClient.ensureQueryData(storageKeyQuery).catch((error: unknown) => {
    // The browser proves who asks by something else than a session.
    if (isRefusedWith(error, 401, 404)) return undefined;
    throw error;
  });
  openPersonalStorage({ id, username, key: answer?.key });
}

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
  const language = isLanguage(wanted) ? wanted : browserLanguage();
  const timeZone = self?.timezone ?? site.time_zone;
  const [preferences] = await Promise.all([
    isKnown ? queryClient.ensureQueryData(preferencesQuery) : [],
    openStorage(self),
    loadTexts(language, timeZone, { withPages: path !== '/' }),
  ]);
  writeAsPreferred(preferences);
  setGroupNames((group) => t(`group.${group}`));
  setLinkTypeNames((name) => t(`link.${name}`));
  return { variant: site.default_theme_variant, ...lookOf(preferences) };
}
