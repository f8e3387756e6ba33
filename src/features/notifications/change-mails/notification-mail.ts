// The mail that tells one person of changes of an artifact. Pure.
import type { MailMessage } from '../../../platform/mail/index.ts';
import { directBlocks, markupStyle } from '../../../platform/markup/index.ts';
import { isolate } from '../../../platform/texts/isolate.ts';
import { displayName } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { ChangeDescription } from '../../artifacts/index.ts';
import { dateFields } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { shorten } from '../../../platform/texts/shorten.ts';

/** What every mail of an artifact says, whoever gets it. */
export interface MailScene {
  readonly artifactId: number;
  readonly tracker: Definition;
  readonly people: ReadonlyMap<number, UserRow>;
  /** Starts absolute links, no slash at the end. */
  readonly baseUrl: string;
  /** Of the message ids and of the list. */
  readonly domain: string;
  readonly sender: string;
}

/** What only one person's mail says. */
export interface MailReader {
  readonly email: string;
  /** IANA name; undefined: the server's. */
  readonly timeZone: string | undefined;
  readonly wantsHtml: boolean;
  readonly messageId: string;
  /** Where replies become comments; undefined: nowhere. */
  readonly replyTo: string | undefined;
  readonly unsubscribeUrl: string;
  /** For calendars; undefined: none. */
  readonly calendar: string | undefined;
}

/** Characters of a value in a mail; the rest is cut off. */
const valueCharactersMax = 2000;
/** Changed fields of one mail; the others are left out. */
const fieldsMax = 100;

const cut = (text: string): string => shorten(text, valueCharactersMax).toWellFormed();

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>');

type FieldChangeDescription = ChangeDescription['fields'][number];

/** The two values of a field, dates as people write them. */
const valuesOf = (
  { change: { from, to, date } }: FieldChangeDescription,
  { timeZone }: MailReader,
): [string, string] => {
  const show = (value: string): string => {
    if (value === '' || date === undefined) return cut(value);
    return date === 'day' ? dateFields.showDay(value.slice(0, 10)) : dateFields.showMoment(Date.parse(value), timeZone);
  };
  return [show(from), show(to)];
};

const nameOf = ({ people }: MailScene, id: number): string => {
  const user = people.get(id);
  return user === undefined ? 'Someone' : displayName(user).trim();
};

/** `bug #12`. */
export const referenceOf = ({ tracker, artifactId }: MailScene): string => `${tracker.itemName} #${artifactId}`;

/** Where the artifact is seen. */
export const urlOf = ({ baseUrl, artifactId }: Pick<MailScene, 'baseUrl' | 'artifactId'>): string =>
  `${baseUrl}/plugins/tracker/?aid=${artifactId}`;

function headlineOf(scene: MailScene, { authors, agents, isNew }: ChangeDescription): string {
  const [first = 0, ...others] = authors;
  const more =
    others.length === 0 ? '' : ` and ${others.length === 1 ? isolate(nameOf(scene, others[0] ?? 0)) : 'others'}`;
  const by =
    agents.length === 0
      ? ''
      : ` through ${agents.length === 1 ? 'the agent' : 'the agents'} ${agents.map(isolate).join(', ')}`;
  return `${isolate(nameOf(scene, first))}${more} ${isNew ? 'created' : 'changed'} ${referenceOf(scene)}${by}`;
}

const isLong = (text: string): boolean => text.includes('\n') || text.length > 60;

function fieldText(field: FieldChangeDescription, isNew: boolean, reader: MailReader): string {
  const { label } = field;
  const [old, now] = valuesOf(field, reader);
  if (isNew || old === '') return isLong(now) ? `${label}:\n${now}\n` : `${label}: ${isolate(now)}`;
  if (isLong(old) || isLong(now))
    return `${label}, before:\n${old || '(empty)'}\n${label}, now:\n${now || '(empty)'}\n`;
  return `${label}: ${isolate(old)} → ${isolate(now) || '(empty)'}`;
}

function writeText(scene: MailScene, changes: ChangeDescription, reader: MailReader): string {
  const comments = changes.comments.map(
    ({ by, atMs, text }) =>
      `${isolate(nameOf(scene, by))} commented, ${dateFields.showMoment(atMs, reader.timeZone)}:\n\n${text}\n`,
  );
  return [
    `${headlineOf(scene, changes)}${changes.title === '' ? '' : `: ${isolate(changes.title)}`}`,
    urlOf(scene),
    '',
    ...changes.fields.slice(0, fieldsMax).map((field) => fieldText(field, changes.isNew, reader)),
    ...(changes.fields.length > 0 && comments.length > 0 ? [''] : []),
    ...comments,
    ...footText(scene, reader),
  ].join('\n');
}

/** Lines below a text. */
export const footText = (scene: MailScene, { replyTo, unsubscribeUrl }: MailReader): string[] => [
  '',
  '-- ',
  `${isolate(scene.tracker.name)}, ${isolate(scene.tracker.project.full_name)}`,
  ...(replyTo === undefined ? [] : ['Reply to this mail to add a comment.']),
  `Unsubscribe from ${referenceOf(scene)}: ${unsubscribeUrl}`,
  '',
];

function fieldRow(field: FieldChangeDescription, isNew: boolean, reader: MailReader): string {
  const { label } = field;
  const [old = '', now = ''] = valuesOf(field, reader).map(escapeHtml);
  const value = isNew || old === '' ? now : `<del dir="auto">${old}</del> → <ins dir="auto">${now}</ins>`;
  return `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td dir="auto">${value}</td></tr>`;
}

export const htmlHead = `<!doctype html><html><head><meta charset="utf-8">${markupStyle}</head><body>`;

function writeHtml(scene: MailScene, changes: ChangeDescription, reader: MailReader): string {
  const rows = changes.fields.slice(0, fieldsMax).map((field) => fieldRow(field, changes.isNew, reader));
  const comments = changes.comments.map(
    ({ by, atMs, html }) =>
      `<p><b dir="auto">${escapeHtml(nameOf(scene, by))}</b> commented, ${escapeHtml(dateFields.showMoment(atMs, reader.timeZone))}:</p>\n<div dir="auto">${directBlocks(html)}</div>`,
  );
  const title = changes.title === '' ? '' : `: <span dir="auto">${escapeHtml(changes.title)}</span>`;
  return [
    htmlHead,
    `<p><a href="${escapeHtml(urlOf(scene))}">${escapeHtml(headlineOf(scene, changes))}</a>${title}</p>`,
    ...(rows.length === 0 ? [] : ['<table cellpadding="4">', ...rows, '</table>']),
    ...comments,
    ...footHtml(scene, reader),
  ].join('\n');
}

/** Lines from below what is told to the end. */
export function footHtml(scene: MailScene, { replyTo, unsubscribeUrl }: MailReader): string[] {
  const reply = replyTo === undefined ? '' : '<br>Reply to this mail to add a comment.';
  return [
    `<hr><p><small>${escapeHtml(`${isolate(scene.tracker.name)}, ${isolate(scene.tracker.project.full_name)}`)}${reply}`,
    `<br><a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe from ${escapeHtml(referenceOf(scene))}</a></small></p>`,
    '</body></html>',
  ];
}

/** In a list of a tracker's mails; programs sort by it (RFC 2919). */
const listIdOf = ({ tracker, domain }: MailScene): string =>
  `<${tracker.itemName}.${tracker.project.unix_name}.${domain}>`.replace(/[^<>\w.-]+/g, '-');

/** All mails of an artifact refer to one id that no mail has, so that they are one thread for everybody. */
const threadOf = ({ artifactId, domain }: MailScene): string => `<artifact-${artifactId}@${domain}>`;

/** What a mail of an artifact has, whatever it tells, with the headers by which programs tell it from mail that people wrote (RFC 2369, 3834, 8058). */
export function dressMail(
  scene: MailScene,
  reader: MailReader,
  said: { from: string; subject: string; text: string; html: string },
): MailMessage {
  const thread = threadOf(scene);
  return {
    to: reader.email,
    from: { name: said.from, address: scene.sender },
    subject: `[${referenceOf(scene)}] ${said.subject}`,
    text: said.text,
    ...(reader.wantsHtml ? { html: said.html } : {}),
    ...(reader.calendar === undefined ? {} : { calendar: reader.calendar }),
    messageId: reader.messageId,
    inReplyTo: thread,
    references: [thread],
    ...(reader.replyTo === undefined ? {} : { replyTo: reader.replyTo }),
    headers: {
      'List-Id': listIdOf(scene),
      'List-Unsubscribe': `<${reader.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      Precedence: 'bulk',
    },
  };
}

/** `isAssigned`: the subject says that the artifact is the reader's. */
export function composeNotification(
  scene: MailScene,
  changes: ChangeDescription,
  { isAssigned, ...reader }: MailReader & { isAssigned: boolean },
): MailMessage {
  const [author = 0] = changes.authors;
  return dressMail(scene, reader, {
    from: nameOf(scene, author),
    subject: isAssigned ? `[Assigned to me] ${changes.title}` : changes.title,
    text: writeText(scene, changes, reader),
    html: writeHtml(scene, changes, reader),
  });
}
