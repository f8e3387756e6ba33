// Tells what programs send by themselves from what people write (RFC 3834, and what came before it).
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { ParsedMessage } from './read-message.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

const saysHeader = (name: string, value: string): Said =>
  says('mail.says')`it has the header ${name}: ${truncate(value, 60)}`;

/** Why no person wrote the message; undefined where one may have. `domain` is that of this install's addresses. */
export function findAutomatic(
  { header, from }: ParsedMessage,
  { envelopeFrom, domain }: { envelopeFrom: string | null; domain: string },
): Said | undefined {
  const first = (name: string): string => (header(name)[0] ?? '').toLowerCase();
  const isOurs = (text: string): boolean => text.toLowerCase().includes(`@${domain.toLowerCase()}`);
  if (header('x-loop').some(isOurs)) return says('mail.loop')`it was sent by this site: X-Loop contains its name`;
  if (/^<artifact-\d+-changeset-\d+\./.test(first('message-id')))
    return says('mail.notification')`it is a notification of this site`;
  if (/^multipart\/report\b/.test(first('content-type'))) return says('mail.report')`it is a delivery report`;
  if (envelopeFrom === '' || first('return-path') === '<>')
    return says('mail.bounce')`its sender is empty, as for bounces`;
  if (from.some((address) => /^(?:mailer-daemon|postmaster)@/.test(address)))
    return says('mail.server')`it was written by a mail server`;
  const submitted = first('auto-submitted');
  if (submitted !== '' && !/^no\b/.test(submitted)) return saysHeader('Auto-Submitted', submitted);
  if (header('list-id').length > 0 || header('list-unsubscribe').length > 0)
    return says('mail.list')`it comes from a mailing list`;
  const precedence = first('precedence');
  if (/^(?:bulk|list|junk|auto_reply)\b/.test(precedence)) return saysHeader('Precedence', precedence);
  const marks = ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'x-autorespond-to'];
  const mark = marks.find((name) => !['', 'no', 'none'].includes(first(name)));
  return mark === undefined ? undefined : says('mail.mark')`it has the header ${mark} of automatic replies`;
}
