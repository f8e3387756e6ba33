// The mail that tells one person of what happened to a pull request. Pure.
import type { MailMessage } from '../../../platform/mail/index.ts';
import { isolate } from '../../../platform/texts/isolate.ts';
import { shorten } from '../../../platform/texts/shorten.ts';

/** What every mail of it says, whoever gets it. */
export interface Scene {
  id: number;
  title: string;
  /** Such as `meadow/web`. */
  place: string;
  branches: { source: string; target: string };
  url: string;
  domain: string;
  sender: string;
}

export interface MailEntry {
  by: number;
  /** Who did it, in words. */
  name: string;
  /** What they did, such as `merged it`. */
  what: string;
  /** What they wrote; empty for all else. */
  text: string;
}

/** Characters of each text in a mail; the rest is cut off. */
const textMax = 2000;
/** Entries of one mail, the newest. */
const entriesMax = 50;

const cut = (text: string): string => shorten(text, textMax).toWellFormed();

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function writeText({ id, title, place, branches, url }: Scene, entries: readonly MailEntry[]): string {
  const lines = entries.map(
    ({ name, what, text }) => `${isolate(name)} ${what}${text === '' ? '' : `:\n\n${cut(text)}\n`}`,
  );
  return [
    `#${id} ${isolate(title)}`,
    `${branches.source} into ${branches.target}`,
    url,
    '',
    ...lines,
    '',
    '-- ',
    place,
    'Change your notifications in your account settings.',
    '',
  ].join('\n');
}

function writeHtml({ id, title, place, branches, url }: Scene, entries: readonly MailEntry[]): string {
  const lines = entries.map(({ name, what, text }) => {
    const words = text === '' ? '' : `<pre dir="auto" style="white-space:pre-wrap">${escapeHtml(cut(text))}</pre>`;
    return `<p><b dir="auto">${escapeHtml(name)}</b> ${escapeHtml(what)}</p>${words}`;
  });
  return [
    '<!doctype html><html><head><meta charset="utf-8"></head><body>',
    `<p><a href="${escapeHtml(url)}">#${id} <span dir="auto">${escapeHtml(title)}</span></a><br>`,
    `${escapeHtml(branches.source)} → ${escapeHtml(branches.target)}</p>`,
    ...lines,
    `<hr><p><small>${escapeHtml(place)}<br>Change your notifications in your account settings.</small></p></body></html>`,
  ].join('\n');
}

/** Of many things the last fifty are told. All mails of a pull request are one thread. */
export function composePullRequestMail(
  scene: Scene,
  all: readonly MailEntry[],
  { email, wantsHtml, messageId }: { email: string; wantsHtml: boolean; messageId: string },
): MailMessage {
  const entries = all.slice(-entriesMax);
  const thread = `<pull-request-${scene.id}@${scene.domain}>`;
  return {
    to: email,
    from: { name: entries.at(-1)?.name ?? 'Tepal', address: scene.sender },
    subject: `[${scene.place} #${scene.id}] ${scene.title}`,
    text: writeText(scene, entries),
    ...(wantsHtml ? { html: writeHtml(scene, entries) } : {}),
    messageId,
    inReplyTo: thread,
    references: [thread],
    headers: {
      'List-Id': `<${scene.place}.${scene.domain}>`.replace(/[^<>\w.-]+/g, '-'),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      Precedence: 'bulk',
    },
  };
}
