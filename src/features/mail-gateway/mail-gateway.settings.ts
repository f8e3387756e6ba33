// Settings of mail that comes in; docs/mail.md explains them.
import { choice, flag, integer, text } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

const isDomain = (value: string): boolean => /^[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/i.test(value);

const isListenAddress = (value: string): boolean =>
  /^(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?):\d{1,5}$/i.test(value) &&
  Number(value.slice(value.lastIndexOf(':') + 1)) <= 65_535;

const isMailboxUrl = (value: string): boolean => {
  if (!/^imaps?:\/\/[^/?#@\\\s]+\/[^?#\s]+$/.test(value) || !URL.canParse(value)) return false;
  try {
    return decodeURIComponent(new URL(value).pathname) !== '';
  } catch {
    return false;
  }
};

export const mailGatewaySettings = {
  sys_enable_reply_by_mail: flag({
    group: 'mail',
    default: false,
    since: '7.2',
    live: true,
    meaning:
      'With 1 replies to notifications become comments, and mail to the address of a tracker that allows it becomes an artifact; with 0 no mail is taken',
  }),
  sys_strip_outlook: flag({
    group: 'mail',
    default: false,
    since: '7.7',
    live: true,
    meaning: 'With 1 comments by mail end before the original that Outlook and programs like it append without marks',
  }),
  mail_in_open_addresses: flag({
    group: 'mail',
    default: true,
    since: OWN,
    live: true,
    meaning:
      'With 1 artifact+<id> and tracker+<id> accept mail for trackers that allow it, trusting the From header; with 0 only replies are accepted',
  }),
  mail_in_authserv_id: text({
    group: 'mail',
    default: '',
    allowed: 'empty, or the name by which a mail server signs its Authentication-Results, such as mx.example.com',
    accepts: (value) => value === '' || isDomain(value),
    since: OWN,
    live: true,
    meaning:
      'Mail server whose result dmarc=pass is required before artifact+<id> and tracker+<id> trust a sender; empty: the result is only recorded',
  }),
  mail_in_kept_days: integer({
    group: 'mail',
    default: 90,
    min: 0,
    max: 36_500,
    note: '0: for ever',
    unit: 'days',
    since: OWN,
    live: true,
    meaning: 'How long the bytes of a message are kept for audit and retries, and how long unused messages are listed',
  }),
  mail_in_size_max: integer({
    group: 'mail',
    default: 26_214_400,
    min: 65_536,
    max: 268_435_456,
    unit: 'bytes',
    since: OWN,
    live: false,
    meaning: 'Largest message that is taken, attachments as they are encoded included',
  }),
  mail_in_parse_timeout: integer({
    group: 'mail',
    default: 30,
    min: 1,
    max: 600,
    unit: 'seconds',
    since: OWN,
    live: true,
    meaning: 'How long it may take to read a message; one that takes longer is refused',
  }),
  mail_in_listen: text({
    group: 'mail',
    default: '',
    allowed: 'empty, or an address and a port, such as 127.0.0.1:2424',
    accepts: (value) => value === '' || isListenAddress(value),
    since: OWN,
    live: false,
    meaning: 'Where tepal serve takes mail from a mail server; empty: nowhere',
  }),
  mail_in_protocol: choice({
    group: 'mail',
    choices: ['lmtp', 'smtp'],
    default: 'lmtp',
    since: OWN,
    live: false,
    meaning: 'Protocol that is spoken at mail_in_listen',
  }),
  mail_in_imap_url: text({
    group: 'mail',
    default: '',
    allowed: 'empty, or the URL of a folder, such as imaps://imap.example.com/INBOX',
    accepts: (value) => value === '' || isMailboxUrl(value),
    since: OWN,
    live: false,
    meaning:
      'Mailbox that tepal serve takes mail from; imap:// asks for STARTTLS unless the server is this machine. Empty: none',
  }),
  mail_in_imap_user: text({
    group: 'mail',
    default: '',
    allowed: 'the name of an account',
    accepts: () => true,
    since: OWN,
    live: false,
    meaning: 'Account of the mailbox',
  }),
  mail_in_imap_password: text({
    group: 'mail',
    default: '',
    allowed: 'the password of the account',
    accepts: () => true,
    since: OWN,
    live: false,
    secret: true,
    meaning: 'Password of the mailbox',
  }),
  mail_in_imap_done_folder: text({
    group: 'mail',
    default: '',
    allowed: 'empty, or the name of another folder of the account',
    accepts: () => true,
    since: OWN,
    live: false,
    meaning: 'Where messages go that were taken; empty: they stay, marked as read',
  }),
  mail_in_imap_interval: integer({
    group: 'mail',
    default: 60,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'How long to wait between two looks at the mailbox',
  }),
};
