// Mails about requests to join a project. Pure.
import type { MailMessage } from '../../platform/mail/index.ts';

export type JoinNews =
  /** To an administrator of the project. */
  | { kind: 'asked'; by: string; project: string; thing: string | undefined; message: string; url: string }
  /** To who asked. */
  | { kind: 'accepted'; project: string; url: string }
  /** To who asked, with their own words for what they asked for: they may not know how the project is called. */
  | { kind: 'refused'; asked: string };

interface Words {
  subject: string;
  lines: readonly string[];
}

const quote = (message: string): string[] =>
  message === ''
    ? []
    : [
        message
          .split(/\r?\n/)
          .map((line) => `> ${line}`)
          .join('\n'),
      ];

const english = (news: JoinNews): Words => {
  if (news.kind === 'accepted')
    return { subject: `You are now a member of ${news.project}`, lines: ['Your request was accepted:', news.url] };
  if (news.kind === 'refused')
    return {
      subject: `Your request to join ${news.asked}`,
      lines: [`Your request to join "${news.asked}" was declined.`],
    };
  const why = news.thing === undefined ? '' : ` to open ${news.thing}`;
  return {
    subject: `${news.by} requests to join ${news.project}`,
    lines: [
      `${news.by} requests to become a member of ${news.project}${why}.`,
      ...quote(news.message),
      'Accept or decline the request:',
      news.url,
    ],
  };
};

const french: typeof english = (news) => {
  if (news.kind === 'accepted')
    return {
      subject: `Vous êtes maintenant membre de ${news.project}`,
      lines: ['Votre demande a été acceptée :', news.url],
    };
  if (news.kind === 'refused')
    return {
      subject: `Votre demande pour rejoindre ${news.asked}`,
      lines: [`Votre demande pour rejoindre « ${news.asked} » a été refusée.`],
    };
  const why = news.thing === undefined ? '' : ` pour ouvrir ${news.thing}`;
  return {
    subject: `${news.by} demande à rejoindre ${news.project}`,
    lines: [
      `${news.by} demande à devenir membre de ${news.project}${why}.`,
      ...quote(news.message),
      'Accepter ou refuser la demande :',
      news.url,
    ],
  };
};

/** Plain text, marked so that nothing answers it by itself. `locale` such as `fr_FR`. */
export function composeJoinMail(news: JoinNews, to: string, locale: string): MailMessage {
  const { subject, lines } = (locale.startsWith('fr') ? french : english)(news);
  return {
    to,
    subject,
    text: lines.join('\n\n'),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
