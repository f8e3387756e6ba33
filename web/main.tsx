// The document's program: texts, look and who is signed in first, then the pages.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, router } from './app.tsx';
import { isTimeKnown } from './platform/clock.ts';
import { whenIdle } from './platform/idle.ts';
import { listenForNetwork, noteAway, onReturn } from './platform/connection.ts';
import { keepFirstReads } from './platform/live/first-answers.ts';
import { queryClient } from './platform/query.ts';
import { isRefusedWith } from './platform/api.ts';
import { setGroupNames } from './platform/names/group-names.ts';
import { setLinkTypeNames } from './platform/names/link-type-names.ts';
import { browserLanguage, isLanguage, loadTexts, t } from './platform/i18n.ts';
import { applyLook } from './platform/look.ts';
import { lookOf, preferencesQuery, writeAsPreferred } from './platform/preferences.ts';
import { selfQuery, siteQuery } from './platform/session.ts';
import { listenForShortcuts } from './platform/shortcuts.ts';
import './styles/tokens.css';
import './styles/colours.css';
import './styles/base.css';
// Of the pages that people open most, so that these wait for one sheet.
import './ui/rows.module.css';
import './features/reports/reports.module.css';
import './features/trackers/report.module.css';

/** How long the first page may be read before its frame is shown without it, in ms. */
const patienceMs = 150;

/** Forgets drafts that nobody came back to, unless it is not known what time it is. */
const tidyDrafts = async (): Promise<void> => {
  const { createDrafts } = await import('./platform/drafts.ts');
  if (isTimeKnown()) createDrafts(localStorage, '').dropOld();
};

async function start(): Promise<void> {
  const [self, site] = await Promise.all([
    queryClient.ensureQueryData(selfQuery).catch((error: unknown) => {
      // A site that is closed to anonymous people says so here; its pages lead to the sign-in.
      if (isRefusedWith(error, 401, 403)) return undefined;
      throw error;
    }),
    queryClient.ensureQueryData(siteQuery),
  ]);
  const wanted = (self?.is_anonymous === false ? self.locale : undefined)?.slice(0, 2);
  const isKnown = self?.is_anonymous === false;
  const [preferences] = await Promise.all([
    isKnown ? queryClient.ensureQueryData(preferencesQuery) : [],
    loadTexts(isLanguage(wanted) ? wanted : browserLanguage(), self?.timezone ?? site.time_zone, {
      withPages: location.pathname !== '/',
    }),
  ]);
  writeAsPreferred(preferences);
  setGroupNames((group) => t(`group.${group}`));
  setLinkTypeNames((name) => t(`link.${name}`));
  applyLook({ variant: site.default_theme_variant, ...lookOf(preferences) });
  listenForShortcuts();
  listenForNetwork();
  const place = document.querySelector('#app');
  if (place === null) throw new Error('the document has no place for the pages');
  // Drawing all at once costs less than drawing the frame, then the page, then what it shows.
  const loaded = router.load().then(() => void whenIdle(keepFirstReads(location.pathname + location.search)));
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  // Another start does it where the server is away now.
  whenIdle(() => void tidyDrafts().catch(() => undefined));
}

/** Nothing could be read: says so without anything that had to be read, and tries again. */
function showAway(): void {
  const place = document.querySelector('#app');
  if (place === null) return;
  const isFrench = browserLanguage() === 'fr';
  const title = isFrench ? 'Le serveur ne répond pas' : 'The server is away';
  const text = isFrench
    ? 'Cette page réessaie toutes les quelques secondes.'
    : 'This page tries again every few seconds.';
  place.innerHTML = '<main class="away" role="alert"><h1></h1><p></p></main>';
  const [heading, line] = [place.querySelector('h1'), place.querySelector('p')];
  if (heading !== null) heading.textContent = title;
  if (line !== null) line.textContent = text;
  // Only once it answers: a document that can't be read would be the browser's own page, which never comes back.
  onReturn(() => location.reload());
  noteAway();
}

start().catch((error: unknown) => {
  showAway();
  throw error;
});
