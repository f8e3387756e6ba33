// The mail that reminds one person of a date. Pure.
import type { MailMessage } from '../../../platform/mail/index.ts';
import { formatDay } from '../../../platform/texts/dates.ts';
import { isolate } from '../../../platform/texts/isolate.ts';
import { dateFields } from '../../trackers/index.ts';
import {
  dressMail,
  escapeHtml,
  footHtml,
  footText,
  htmlHead,
  referenceOf,
  urlOf,
} from '../change-mails/notification-mail.ts';
import type { MailReader, MailScene } from '../change-mails/notification-mail.ts';
import { daysBetween } from './reminded-days.ts';

/** What a reminder says. */
export interface Remembered {
  /** Label of the field. */
  readonly label: string;
  readonly atMs: number;
  /** Whether the date is a moment instead of a day. */
  readonly isMoment: boolean;
  /** Empty where there is none for the reader. */
  readonly title: string;
  /** Of the site. */
  readonly from: string;
}

/** `in 3 days`, `yesterday`. */
function distanceOf(atMs: number, nowMs: number): string {
  const days = daysBetween(formatDay(nowMs), formatDay(atMs));
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days === 1 ? 'tomorrow' : 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

export function composeReminder(scene: MailScene, said: Remembered, reader: MailReader, nowMs: number): MailMessage {
  const { label, atMs, isMoment, title } = said;
  const date = isMoment ? dateFields.showMoment(atMs, reader.timeZone) : dateFields.showDay(formatDay(atMs));
  const news = `${label}: ${date}, ${distanceOf(atMs, nowMs)}`;
  const name = `${referenceOf(scene)}${title === '' ? '' : `: ${isolate(title)}`}`;
  return dressMail(scene, reader, {
    from: said.from,
    subject: title === '' ? news : `${title} (${news})`,
    text: [news, name, urlOf(scene), ...footText(scene, reader)].join('\n'),
    html: [
      htmlHead,
      `<p><b>${escapeHtml(news)}</b></p>`,
      `<p><a href="${escapeHtml(urlOf(scene))}">${escapeHtml(name)}</a></p>`,
      ...footHtml(scene, reader),
    ].join('\n'),
  });
}
