// The document's program: texts, look and who is signed in first, then the pages.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app.tsx';
import { keepTakenKeys } from './platform/keyboard/composition.ts';
import { whenIdle } from './platform/idle.ts';
import { listenForNetwork, noteAway, onReturn, whileHere } from './platform/network/connection.ts';
import { browserLanguage, currentLanguage } from './platform/i18n.ts';
import { applyLook } from './platform/preferences/look.ts';
import { prepare } from './platform/startup/prepare.ts';
import { listenForOthers } from './platform/startup/session-end.ts';
import { listenForShortcuts } from './platform/keyboard/shortcuts.ts';
import { offerPreloaded } from './platform/live/preloaded.ts';
import { keepStyleSheets } from './platform/startup/style-sheets.ts';
import '@fontsource-variable/inter';
import './styles/tokens.css';
import './styles/colours.css';
import './styles/base.css';

/** How long the first page may be read before its frame is shown without it, in ms. */
const patienceMs = 150;

const doIdleWork = async (): Promise<void> => (await import('./platform/startup/idle-work.ts')).doIdleWork();

/** Reports what a part of the pages failed by, as React does by itself, but not where the browser leaves the page meanwhile. */
async function logFailure(error: unknown): Promise<void> {
  await whileHere();
  reportError(error);
}

async function start(): Promise<void> {
  offerPreloaded(document.querySelectorAll<HTMLElement>('script[data-preloaded]'));
  keepTakenKeys(window);
  keepStyleSheets();
  listenForNetwork(window);
  const { router, App } = createApp();
  applyLook(await prepare(location.pathname));
  document.documentElement.lang = currentLanguage();
  listenForShortcuts();
  listenForOthers();
  const place = document.querySelector('#app');
  if (place === null) throw new Error('the document has no place for the pages');
  // Drawing all at once costs less than drawing the frame, then the page, then what it shows.
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  createRoot(place, { onCaughtError: (error) => void logFailure(error) }).render(createElement(App));
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
