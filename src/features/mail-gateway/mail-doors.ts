// The doors that a running server keeps open for mail.
import type { Certificate } from '../../platform/tls.ts';
import type { Settings } from '../../settings/index.ts';
import { openListener } from './listener.ts';
import type { MailListener } from './listener.ts';
import { createMailbox } from './mailbox.ts';
import type { Mailbox, MailboxDeps } from './mailbox.ts';

export interface MailDoors {
  /** Opens what the settings name. Throws conflict for an address that can't be had. */
  open(certificate: Certificate | undefined): Promise<MailListener | undefined>;
  /** Has the listener use another certificate. */
  renew(certificate: Certificate): void;
  /** Takes nothing more; resolves when what was under way is stored or was given back. */
  close(): Promise<void>;
  /** undefined where no mailbox is named. */
  mailbox: Mailbox | undefined;
}

export function createMailDoors(deps: MailboxDeps, settings: Settings): MailDoors {
  let listener: MailListener | undefined;
  const mailbox = settings.mail_in_imap_url === '' ? undefined : createMailbox(deps, mailboxOf(settings));
  return {
    mailbox,
    async open(certificate) {
      const { mail_in_listen: listen, mail_in_protocol: protocol, mail_in_size_max: sizeMaxBytes } = settings;
      if (listen !== '') {
        listener = await openListener(deps, { listen, protocol, sizeMaxBytes }, certificate);
        deps.logger.info({ address: listener.address, protocol }, 'takes mail');
      }
      mailbox?.start();
      return listener;
    },
    renew: (certificate) => listener?.renew(certificate),
    async close() {
      await Promise.all([listener?.stop(), mailbox?.stop()]);
    },
  };
}

const mailboxOf = (settings: Settings) => ({
  url: settings.mail_in_imap_url,
  user: settings.mail_in_imap_user,
  password: settings.mail_in_imap_password,
  doneFolder: settings.mail_in_imap_done_folder,
  intervalMs: settings.mail_in_imap_interval * 1000,
  sizeMaxBytes: settings.mail_in_size_max,
});
