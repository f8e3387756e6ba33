// Mails about an account, to its owner, in their language. Pure.
import type { MailMessage } from '../../../platform/mail/index.ts';

export type MailLanguage = 'en' | 'fr';

/** French for who chose it, or where the site speaks it to those who chose nothing; else English. */
export const mailLanguageOf = (user: { locale: string | null }, settings: { sys_lang: string }): MailLanguage =>
  (user.locale ?? settings.sys_lang).startsWith('fr') ? 'fr' : 'en';

/** What the mails say, by what happened. */
export type AccountNews =
  | { kind: 'password-link'; url: string; address: string; minutes: number }
  | { kind: 'invitation'; url: string; days: number }
  | { kind: 'password-elsewhere'; address: string }
  | { kind: 'password-changed'; address: string }
  | { kind: 'password-set' }
  | { kind: 'email-link'; url: string; hours: number }
  | { kind: 'email-asked'; email: string; address: string }
  | { kind: 'email-changed'; email: string }
  | { kind: 'key-made'; what: 'access' | 'ssh'; name: string; address: string };

interface Scene {
  language: MailLanguage;
  site: string;
  username: string;
}

interface Words {
  subject: string;
  lines: readonly string[];
}

const passwordSetEnglish = (site: string): Words => ({
  subject: `Your password for ${site} was set`,
  lines: [
    'An administrator set another password for your account. You are signed out everywhere.',
    'If you know nothing of it, ask that administrator. Once you are in, choose a password that you alone know.',
  ],
});

type KeyNews = Extract<AccountNews, { kind: 'key-made' }>;

/** As mails show what somebody called a key. */
const oneLine = (name: string): string => name.replace(/\s+/g, ' ').slice(0, 100);

const keyMadeEnglish = ({ what, name, address }: KeyNews, site: string): Words => ({
  subject: `A new key for your account on ${site}`,
  lines: [
    `An ${what === 'ssh' ? 'SSH' : 'access'} key was made for your account, from ${address}: ${oneLine(name)}`,
    'If that was not you, revoke it on the page of your account, and change your password at once.',
  ],
});

const keyMadeFrench = ({ what, name, address }: KeyNews, site: string): Words => ({
  subject: `Une nouvelle clé pour votre compte sur ${site}`,
  lines: [
    `Une clé ${what === 'ssh' ? 'SSH' : 'd’accès'} a été créée pour votre compte, depuis ${address} : ${oneLine(name)}`,
    'Si ce n’était pas vous, révoquez-la sur la page de votre compte et changez tout de suite votre mot de passe.',
  ],
});

const english = (news: AccountNews, site: string): Words => {
  switch (news.kind) {
    case 'password-link':
      return {
        subject: `A new password for ${site}`,
        lines: [
          `Somebody, at ${news.address}, asked for a new password for your account. Open this link to set one:`,
          news.url,
          `It works once, within ${news.minutes} minutes.`,
          'If that was not you, do nothing: your password stays as it is.',
        ],
      };
    case 'invitation':
      return {
        subject: `Your account on ${site}`,
        lines: [
          `There is an account for you on ${site}. Open this link to choose its password:`,
          news.url,
          `It works once, within ${news.days} days. Later, the sign-in page sends you a new one.`,
        ],
      };
    case 'password-elsewhere':
      return {
        subject: `Your password for ${site}`,
        lines: [
          `Somebody, at ${news.address}, asked for a new password for your account.`,
          'Your organisation keeps your password in its directory. Change it there, or ask whoever looks after it.',
        ],
      };
    case 'password-changed':
      return {
        subject: `Your password for ${site} was changed`,
        lines: [
          `Your password was changed, from ${news.address}. You are signed out everywhere else.`,
          'If that was not you, ask for a new password on the sign-in page at once, and tell an administrator.',
        ],
      };
    case 'password-set':
      return passwordSetEnglish(site);
    case 'email-link':
      return {
        subject: `Confirm this address for ${site}`,
        lines: [
          'Open this link to have mail of your account sent to this address:',
          news.url,
          `It works once, within ${news.hours} hours. If you did not ask for this, do nothing.`,
        ],
      };
    case 'email-asked':
      return {
        subject: `Another address for your account on ${site}`,
        lines: [
          `Somebody, at ${news.address}, wants mail of your account to go to ${news.email}. That address has to confirm it.`,
          'If that was not you, change your password at once: it ends this too.',
        ],
      };
    case 'email-changed':
      return {
        subject: `Your address on ${site} was changed`,
        lines: [
          `Mail of your account now goes to ${news.email}, and no more to this address.`,
          'If that was not you, tell an administrator at once.',
        ],
      };
    case 'key-made':
      return keyMadeEnglish(news, site);
  }
};

const passwordSetFrench = (site: string): Words => ({
  subject: `Votre mot de passe pour ${site} a été défini`,
  lines: [
    'Un administrateur a défini un autre mot de passe pour votre compte. Vous êtes déconnecté partout.',
    'Si vous n’en savez rien, demandez à cet administrateur. Une fois connecté, choisissez un mot de passe que vous seul connaissez.',
  ],
});

const french = (news: AccountNews, site: string): Words => {
  switch (news.kind) {
    case 'password-link':
      return {
        subject: `Un nouveau mot de passe pour ${site}`,
        lines: [
          `Quelqu’un, depuis ${news.address}, a demandé un nouveau mot de passe pour votre compte. Ouvrez ce lien pour le choisir :`,
          news.url,
          `Il fonctionne une seule fois, pendant ${news.minutes} minutes.`,
          'Si ce n’était pas vous, ne faites rien : votre mot de passe reste inchangé.',
        ],
      };
    case 'invitation':
      return {
        subject: `Votre compte sur ${site}`,
        lines: [
          `Un compte vous attend sur ${site}. Ouvrez ce lien pour choisir son mot de passe :`,
          news.url,
          `Il fonctionne une seule fois, pendant ${news.days} jours. Ensuite, la page de connexion vous en envoie un autre.`,
        ],
      };
    case 'password-elsewhere':
      return {
        subject: `Votre mot de passe pour ${site}`,
        lines: [
          `Quelqu’un, depuis ${news.address}, a demandé un nouveau mot de passe pour votre compte.`,
          'Votre organisation garde votre mot de passe dans son annuaire. Changez-le là-bas, ou demandez à qui s’en occupe.',
        ],
      };
    case 'password-changed':
      return {
        subject: `Votre mot de passe pour ${site} a été changé`,
        lines: [
          `Votre mot de passe a été changé, depuis ${news.address}. Vous êtes déconnecté partout ailleurs.`,
          'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe sur la page de connexion, et prévenez un administrateur.',
        ],
      };
    case 'password-set':
      return passwordSetFrench(site);
    case 'email-link':
      return {
        subject: `Confirmez cette adresse pour ${site}`,
        lines: [
          'Ouvrez ce lien pour recevoir le courrier de votre compte à cette adresse :',
          news.url,
          `Il fonctionne une seule fois, pendant ${news.hours} heures. Si vous n’avez rien demandé, ne faites rien.`,
        ],
      };
    case 'email-asked':
      return {
        subject: `Une autre adresse pour votre compte sur ${site}`,
        lines: [
          `Quelqu’un, depuis ${news.address}, veut que le courrier de votre compte aille à ${news.email}. Cette adresse doit le confirmer.`,
          'Si ce n’était pas vous, changez tout de suite votre mot de passe : cela annule aussi cette demande.',
        ],
      };
    case 'email-changed':
      return {
        subject: `Votre adresse sur ${site} a été changée`,
        lines: [
          `Le courrier de votre compte va désormais à ${news.email}, et plus à cette adresse.`,
          'Si ce n’était pas vous, prévenez tout de suite un administrateur.',
        ],
      };
    case 'key-made':
      return keyMadeFrench(news, site);
  }
};

/** `to` gets it, whatever address the account has. */
export function composeAccountMail(news: AccountNews, to: string, { language, site, username }: Scene): MailMessage {
  const { subject, lines } = language === 'fr' ? french(news, site) : english(news, site);
  const account = language === 'fr' ? `Compte : ${username}` : `Account: ${username}`;
  return {
    to,
    subject,
    text: [...lines, `-- \n${site}\n${account}`].join('\n\n'),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
