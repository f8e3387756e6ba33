// Draws pages before their program is there, with the answers that their documents bring; src/features/pages asks for it, in a thread.
// One after another; nothing of one is there for the next.
import { setDrawn } from './browser.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createApp } from '../app.tsx';
import { keepFirstReads } from '../platform/live/first-answers.ts';
import { nameWriting } from '../platform/i18n.ts';
import type { Look } from '../platform/preferences/look.ts';
import { forgetPlace } from '../platform/place.ts';
import { prepare } from '../platform/opening/prepare.ts';
import { queryClient } from '../platform/query.ts';
import { keepStyles } from './keep-styles.ts';

export interface Answer {
  text: string;
  etag?: string;
  /** Of the whole list that it is a part of. */
  size?: string;
}

export interface Wanted {
  /** Path and search of the page. */
  address: string;
  /** Of the browser, as `navigator.languages` has them. */
  languages: readonly string[];
  /** As `navigator.platform` has it. */
  platform: string;
  /** When the answers were made, in ms. */
  nowMs: number;
  /** By address. */
  answers: Readonly<Record<string, Answer>>;
}

/** The page as HTML, what it is written by, see `nameWriting`, and the look of whoever looks at it; or the addresses of what it needs besides. */
export type Drawing = { html: string; writing: string; look: Look } | { missing: readonly string[] };

// There is no next visit to remember for what was asked.
keepFirstReads('');

/** What React leaves where a component threw. */
const undrawnPart = '<!--$!-->';

const headersOf = ({ etag, size }: Answer): Record<string, string> => ({
  ...(etag === undefined ? {} : { etag }),
  ...(size === undefined ? {} : { 'x-pagination-size': size }),
});

/** Rejects where the page can't be drawn. */
export async function draw({ address, languages, platform, nowMs, answers }: Wanted): Promise<Drawing> {
  const missing: string[] = [];
  const date = new Date(nowMs).toUTCString();
  setDrawn({
    languages,
    platform,
    answer(asked) {
      const answer = answers[asked];
      if (answer !== undefined) return new Response(answer.text, { headers: { date, ...headersOf(answer) } });
      missing.push(asked);
      return new Response('{}', { status: 404 });
    },
  });
  location.href = new URL(address, location.origin).href;
  try {
    const look = await prepare(location.pathname);
    const { router, App } = createApp(createMemoryHistory({ initialEntries: [address] }));
    await router.load();
    if (missing.length > 0) return { missing };
    const html = renderToString(createElement(App));
    if (html.includes(undrawnPart)) throw new Error(`a part of ${location.pathname} can be drawn by a browser alone`);
    return { html: keepStyles(html), writing: nameWriting(), look };
  } catch (error) {
    if (missing.length > 0) return { missing };
    throw error;
  } finally {
    queryClient.clear();
    forgetPlace();
    setDrawn(undefined);
  }
}
