// Mails on their way out, as site administrators see them.
import type { Static } from 'typebox';
import { formatIso } from '../../platform/texts/dates.ts';
import type { Outbox } from '../../platform/mail/index.ts';
import { requireSiteAdmin } from '../people/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import type { OutboxMail } from './outbox.schema.ts';

type Mail = Awaited<ReturnType<Outbox['list']>>['rows'][number];

export interface OutboxAdministration {
  /** Newest first; throws forbidden for who is no site administrator. */
  list(
    viewer: Viewer,
    status: Mail['status'] | undefined,
    page: Page,
  ): Promise<{ mails: Static<typeof OutboxMail>[]; size: number }>;
  /** As Outbox.resend; throws forbidden for who is no site administrator. */
  resend(viewer: Viewer, id: number): Promise<void>;
}

const viewMail = (mail: Mail): Static<typeof OutboxMail> => ({
  id: mail.id,
  recipient: mail.recipient,
  subject: mail.subject,
  status: mail.status,
  created_on: formatIso(mail.created_at_ms),
  finished_on: mail.finished_at_ms === null ? null : formatIso(mail.finished_at_ms),
  error: mail.last_error,
});

const seeing = 'see outgoing mail';

export const createOutboxAdministration = (outbox: Outbox): OutboxAdministration => ({
  async list(viewer, status, page) {
    requireSiteAdmin(viewer, seeing);
    const { rows, size } = await outbox.list(status, page);
    return { mails: rows.map(viewMail), size };
  },
  async resend(viewer, id) {
    requireSiteAdmin(viewer, seeing);
    await outbox.resend(id);
  },
});
