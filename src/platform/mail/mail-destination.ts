// Where mails go, and whom they come from, as the settings say.
import { join } from 'node:path';
import { readMailbox } from './message.ts';
import type { Mailbox } from './message.ts';

export interface SmtpServer {
  readonly host: string;
  /** 0: the usual one of `security`. */
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  /** Empty: the server asks for none. */
  readonly user: string;
  readonly password: string;
  /** PEM; empty: the public authorities. */
  readonly caFile: string;
  readonly connections: number;
  readonly timeoutMs: number;
}

export interface MailDestination {
  readonly transport: 'smtp' | 'capture' | 'none';
  readonly smtp: SmtpServer;
  readonly captureFolder: string;
  /** Who sends what has no sender of its own. */
  readonly sender: Mailbox;
  /** Domain of the server's own addresses and message ids. */
  readonly domain: string;
}

export interface MailSettings {
  mail_transport: 'smtp' | 'capture' | 'none';
  mail_capture_folder: string;
  mail_smtp_host: string;
  mail_smtp_port: number;
  mail_smtp_security: 'tls' | 'starttls' | 'none';
  mail_smtp_user: string;
  mail_smtp_password: string;
  mail_smtp_ca_file: string;
  mail_smtp_connections: number;
  mail_smtp_timeout: number;
  sys_noreply: string;
  sys_default_mail_domain: string;
  sys_default_domain: string;
}

/** Domain of the server's addresses: `sys_default_mail_domain`, else the default domain without its port. */
export const mailDomainOf = (
  settings: Pick<MailSettings, 'sys_default_mail_domain' | 'sys_default_domain'>,
): string => {
  const { sys_default_mail_domain: domain, sys_default_domain: fallback } = settings;
  return domain === '' ? fallback.replace(/:\d+$/, '') : domain;
};

/** Who sends what has no sender of its own, and gets the bounces. */
export const senderOf = (
  settings: Pick<MailSettings, 'sys_noreply' | 'sys_default_mail_domain' | 'sys_default_domain'>,
): Mailbox => readMailbox(settings.sys_noreply) ?? { name: 'Tepal', address: `noreply@${mailDomainOf(settings)}` };

/** What the settings say of mails that go out. */
export function mailDestinationOf(dataDir: string, settings: MailSettings): MailDestination {
  return {
    transport: settings.mail_transport,
    smtp: {
      host: settings.mail_smtp_host,
      port: settings.mail_smtp_port,
      security: settings.mail_smtp_security,
      user: settings.mail_smtp_user,
      password: settings.mail_smtp_password,
      caFile: settings.mail_smtp_ca_file,
      connections: settings.mail_smtp_connections,
      timeoutMs: settings.mail_smtp_timeout * 1000,
    },
    captureFolder: settings.mail_capture_folder === '' ? join(dataDir, 'mail') : settings.mail_capture_folder,
    sender: senderOf(settings),
    domain: mailDomainOf(settings),
  };
}
