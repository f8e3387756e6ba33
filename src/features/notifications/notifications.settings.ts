// Settings of mails that go out; docs/mail.md explains them.
import { posix, win32 } from 'node:path';
import { readMailbox } from '../../platform/mail/message.ts';
import { choice, integer, text } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

const isAbsolute = (value: string): boolean => posix.isAbsolute(value) || win32.isAbsolute(value);

export const notificationSettings = {
  sys_default_mail_domain: text({
    default: '',
    allowed: 'empty, or a domain such as mail.example.com',
    accepts: (value) => /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?)?$/i.test(value),
    since: '7.7',
    live: true,
    meaning: "Domain of the server's mail addresses; empty means sys_default_domain",
  }),
  sys_noreply: text({
    default: '',
    allowed: 'empty, or an address with or without a name, such as "Forge" <noreply@example.com>',
    accepts: (value) => value === '' || readMailbox(value) !== undefined,
    since: OWN,
    live: true,
    meaning: "Who the server's mails come from, and where bounces go; empty means noreply at the mail domain",
  }),
  mail_transport: choice({
    choices: ['smtp', 'capture', 'none'],
    default: 'none',
    since: OWN,
    live: true,
    meaning: 'How mails leave: smtp through a mail server, capture as .eml files in a folder, none not at all',
  }),
  mail_capture_folder: text({
    default: '',
    allowed: 'empty, or an absolute path of a folder',
    accepts: (value) => value === '' || isAbsolute(value),
    since: OWN,
    live: true,
    meaning: 'Folder of the mails that are captured; empty means mail in the data folder',
  }),
  mail_smtp_host: text({
    default: 'localhost',
    allowed: 'a host name or address, such as smtp.example.com',
    accepts: (value) => /^(?:[\da-f:.]+|[a-z\d](?:[a-z\d.-]*[a-z\d])?)$/i.test(value),
    since: OWN,
    live: true,
    meaning: 'Mail server that takes mails',
  }),
  mail_smtp_port: integer({
    default: 0,
    min: 0,
    max: 65_535,
    note: '0: 465 with tls, 587 with starttls, 25 with none',
    unit: '',
    since: OWN,
    live: true,
    meaning: 'Port of the mail server',
  }),
  mail_smtp_security: choice({
    choices: ['tls', 'starttls', 'none'],
    default: 'starttls',
    since: OWN,
    live: true,
    meaning:
      'How the connection to the mail server is encrypted: tls from the start, starttls after the greeting, none not at all. Its certificate is always checked',
  }),
  mail_smtp_user: text({
    default: '',
    allowed: 'a user name; empty: the mail server asks for none',
    accepts: () => true,
    since: OWN,
    live: true,
    meaning: 'Account at the mail server',
  }),
  mail_smtp_password: text({
    default: '',
    allowed: 'a password',
    accepts: () => true,
    since: OWN,
    live: true,
    secret: true,
    meaning: 'Password of that account',
  }),
  mail_smtp_ca_file: text({
    default: '',
    allowed: 'empty, or an absolute path of a file with certificates in PEM',
    accepts: (value) => value === '' || isAbsolute(value),
    since: OWN,
    live: true,
    meaning: "Authorities that the mail server's certificate must come from; empty means the public ones",
  }),
  mail_smtp_connections: integer({
    default: 4,
    min: 1,
    max: 100,
    unit: 'connections',
    since: OWN,
    live: false,
    meaning: 'Mails that each Tepal process sends at the same time, over connections that it keeps',
  }),
  mail_smtp_timeout: integer({
    default: 30,
    min: 1,
    max: 600,
    unit: 'seconds',
    since: OWN,
    live: true,
    meaning: 'How long to wait for the mail server before a mail is tried again later',
  }),
  mail_digest_window: integer({
    default: 60,
    min: 0,
    max: 86_400,
    note: '0: a mail for each change',
    unit: 'seconds',
    since: OWN,
    live: true,
    meaning: 'How long a change waits for others of the same artifact, which people are told of in one mail',
  }),
  mail_kept_days: integer({
    default: 30,
    min: 1,
    max: 3650,
    unit: 'days',
    since: OWN,
    live: true,
    meaning: 'How long the outbox shows mails that were sent, and keeps those that were given up',
  }),
};
