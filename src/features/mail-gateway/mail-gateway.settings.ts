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
      'Turn replies to notifications into comments, and e-mails to a tracker that allows it into artifacts. When off, no e-mail is accepted',
  }),
  sys_strip_outlook: flag({
    group: 'mail',
    default: false,
    since: '7.7',
    live: true,
    meaning: 'Cut the original message that Outlook and similar programs append to a reply without marks',
  }),
  mail_in_open_addresses: flag({
    group: 'mail',
    default: true,
    since: OWN,
    live: true,
    meaning:
      'Accept e-mail at artifact+<id> and tracker+<id> for trackers that allow it; the From header is trusted. When off, only replies are accepted',
  }),
  mail_in_authserv_id: text({
    group: 'mail',
    default: '',
    allowed: 'empty, or the name by which a mail server signs its Authentication-Results, such as mx.example.com',
    accepts: (value) => value === '' || isDomain(value),
    since: OWN,
    live: true,
    meaning:
      'Mail server whose result dmarc=pass is required for e-mail to artifact+<id> and tracker+<id>. Empty: the result is only recorded',
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
    meaning: 'How long received messages are stored for audits and retries, and unused messages are listed',
  }),
  mail_in_size_max: integer({
    group: 'mail',
    default: 26_214_400,
    min: 65_536,
    max: 268_435_456,
    unit: 'bytes',
    since: OWN,
    live: false,
    meaning: 'Maximum size of a received message, its encoded attachments included',
  }),
  mail_in_parse_timeout: integer({
    group: 'mail',
    default: 30,
    min: 1,
    max: 600,
    unit: 'seconds',
    since: OWN,
    live: true,
    meaning: 'Maximum time to parse a message; it is rejected after that',
  }),
  mail_in_listen: text({
    group: 'mail',
    default: '',
    allowed: 'empty, or an address and a port, such as 127.0.0.1:2424',
    accepts: (value) => value === '' || isListenAddress(value),
    since: OWN,
    live: false,
    onMachine: true,
    meaning: 'Address where tepal serve accepts e-mail from a mail server. Empty: none',
  }),
  mail_in_protocol: choice({
    group: 'mail',
    choices: ['lmtp', 'smtp'],
    default: 'lmtp',
    since: OWN,
    live: false,
    onMachine: true,
    meaning: 'Protocol at mail_in_listen',
  }),
  mail_in_imap_url: text({
    group: 'mail',
    default: '',
    allowed: 'empty, or the URL of a folder, such as imaps://imap.example.com/INBOX',
    accepts: (value) => value === '' || isMailboxUrl(value),
    since: OWN,
    live: false,
    meaning:
      'IMAP mailbox that tepal serve reads. imap:// uses STARTTLS unless the server is this machine. Empty: none',
  }),
  mail_in_imap_user: text({
    group: 'mail',
    default: '',
    allowed: 'the name of an account',
    accepts: () => true,
    since: OWN,
    live: false,
    meaning: 'User name of the mailbox',
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
    meaning: 'Folder to which processed messages are moved. Empty: they stay, marked as read',
  }),
  mail_in_imap_interval: integer({
    group: 'mail',
    default: 60,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'Interval at which the mailbox is checked',
  }),
};
