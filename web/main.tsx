// The document's program: texts, look and who is signed in first, then the pages.
import { createElement, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createApp } from './app.tsx';
import { keepTakenKeys } from './platform/keyboard/composition.ts';
import { takeOver, whenTakenOver } from './platform/opening/early.ts';
import { whenIdle } from './platform/idle.ts';
import { listenForNetwork, noteAway, onReturn } from './platform/network/connection.ts';
import { keepFirstReads } from './platform/live/first-answers.ts';
import { browserLanguage, currentLanguage, nameWriting } from './platform/i18n.ts';
import { applyLook } from './platform/preferences/look.ts';
import { prepare } from './platform/opening/prepare.ts';
import { listenForOthers } from './platform/opening/leaving.ts';
import { listenForShortcuts } from './platform/keyboard/shortcuts.ts';
import '@fontsource-variable/inter';
import './styles/tokens.css';
import './styles/colours.css';
import './styles/base.css';
// Of the pages that people open most, so that these wait for one sheet.
import './ui/layout/rows.module.css';
import './features/reports/reports.module.css';
import './features/trackers/report.module.css';

/** When a page that is drawn listens at the latest, in ms. */
const patienceToListenMs = 3000;

declare global {
  /** How dates and texts are written in what the document has drawn of the page; undefined where it has drawn nothing. */
  var tepalDrawn: Promise<string | undefined> | undefined;
}

/** How long the first page may be read before its frame is shown without it, in ms. */
const patienceMs = 150;

const doIdleWork = async (): Promise<void> => (await import('./platform/opening/idle-work.ts')).doIdleWork();

async function start(): Promise<void> {
  keepTakenKeys(window);
  const { router, App } = createApp();
  applyLook(await prepare(location.pathname));
  document.documentElement.lang = currentLanguage();
  listenForShortcuts();
  listenForNetwork();
  listenForOthers();
  const place = document.querySelector('#app');
  if (place === null) throw new Error('the document has no place for the pages');
  const drawnAs = await globalThis.tepalDrawn;
  // Drawing all at once costs less than drawing the frame, then the page, then what it shows.
  const loaded = router.load().then(() => void whenIdle(keepFirstReads(location.pathname + location.search)));
  const isDrawn = drawnAs === nameWriting();
  await (isDrawn ? loaded : Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, patienceMs))]));
  const page = createElement(App);
  if (isDrawn) {
    takeOver();
    // Whatever became of the page.
    setTimeout(whenTakenOver, patienceToListenMs);
    // As a transition it is done in short turns, between which the page answers.
    startTransition(() => void hydrateRoot(place, page));
  } else createRoot(place).render(page);
  // Another start does it where the server is away now.
  whenIdle(() => void doIdleWork().catch(() => undefined));
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
