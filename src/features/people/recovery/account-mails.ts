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
  subject: `Your password for ${site} was changed`,
  lines: [
    'An administrator changed the password of your account. You were signed out everywhere.',
    'If you did not expect this, contact your administrator. After signing in, choose a new password that only you know.',
  ],
});

type KeyNews = Extract<AccountNews, { kind: 'key-made' }>;

/** As mails show what somebody called a key. */
const oneLine = (name: string): string => name.replace(/\s+/g, ' ').slice(0, 100);

const keyMadeEnglish = ({ what, name, address }: KeyNews, site: string): Words => ({
  subject: `New key for your account on ${site}`,
  lines: [
    `An ${what === 'ssh' ? 'SSH' : 'access'} key was added to your account from ${address}: ${oneLine(name)}`,
    'If this was not you, revoke the key in your account settings and change your password immediately.',
  ],
});

const keyMadeFrench = ({ what, name, address }: KeyNews, site: string): Words => ({
  subject: `Nouvelle clé pour votre compte sur ${site}`,
  lines: [
    `Une clé ${what === 'ssh' ? 'SSH' : 'd’accès'} a été ajoutée à votre compte depuis ${address} : ${oneLine(name)}`,
    'Si ce n’était pas vous, révoquez la clé dans les paramètres de votre compte et changez immédiatement votre mot de passe.',
  ],
});

const english = (news: AccountNews, site: string): Words => {
  switch (news.kind) {
    case 'password-link':
      return {
        subject: `Reset your password for ${site}`,
        lines: [
          `Someone at ${news.address} requested a password reset for your account. Open this link to set a new password:`,
          news.url,
          `The link works once and expires in ${news.minutes} minutes.`,
          'If this was not you, ignore this mail. Your password does not change.',
        ],
      };
    case 'invitation':
      return {
        subject: `Your account on ${site}`,
        lines: [
          `An account was created for you on ${site}. Open this link to set your password:`,
          news.url,
          `The link works once and expires in ${news.days} days. After that, request a new one on the sign-in page.`,
        ],
      };
    case 'password-elsewhere':
      return {
        subject: `Your password for ${site}`,
        lines: [
          `Someone at ${news.address} requested a password reset for your account.`,
          'Your password is managed in the directory of your organisation. Change it there, or contact your IT support.',
        ],
      };
    case 'password-changed':
      return {
        subject: `Your password for ${site} was changed`,
        lines: [
          `Your password was changed from ${news.address}. You were signed out everywhere else.`,
          'If this was not you, reset your password on the sign-in page immediately and contact an administrator.',
        ],
      };
    case 'password-set':
      return passwordSetEnglish(site);
    case 'email-link':
      return {
        subject: `Confirm your e-mail address for ${site}`,
        lines: [
          'Open this link to use this e-mail address for your account:',
          news.url,
          `The link works once and expires in ${news.hours} hours. If you did not request this, ignore this mail.`,
        ],
      };
    case 'email-asked':
      return {
        subject: `Request to change your e-mail address on ${site}`,
        lines: [
          `Someone at ${news.address} requested to change the e-mail address of your account to ${news.email}. The change must be confirmed from that address.`,
          'If this was not you, change your password immediately. This also cancels the request.',
        ],
      };
    case 'email-changed':
      return {
        subject: `Your e-mail address on ${site} was changed`,
        lines: [
          `The e-mail address of your account is now ${news.email}.`,
          'If this was not you, contact an administrator immediately.',
        ],
      };
    case 'key-made':
      return keyMadeEnglish(news, site);
  }
};

const passwordSetFrench = (site: string): Words => ({
  subject: `Votre mot de passe pour ${site} a été changé`,
  lines: [
    'Un administrateur a changé le mot de passe de votre compte. Vous avez été déconnecté partout.',
    'Si vous ne vous y attendiez pas, contactez votre administrateur. Une fois connecté, choisissez un nouveau mot de passe que vous seul connaissez.',
  ],
});

const french = (news: AccountNews, site: string): Words => {
  switch (news.kind) {
    case 'password-link':
      return {
        subject: `Réinitialiser votre mot de passe pour ${site}`,
        lines: [
          `Quelqu’un, depuis ${news.address}, a demandé à réinitialiser le mot de passe de votre compte. Ouvrez ce lien pour en définir un nouveau :`,
          news.url,
          `Le lien fonctionne une seule fois et expire dans ${news.minutes} minutes.`,
          'Si ce n’était pas vous, ignorez ce courriel. Votre mot de passe ne change pas.',
        ],
      };
    case 'invitation':
      return {
        subject: `Votre compte sur ${site}`,
        lines: [
          `Un compte a été créé pour vous sur ${site}. Ouvrez ce lien pour définir votre mot de passe :`,
          news.url,
          `Le lien fonctionne une seule fois et expire dans ${news.days} jours. Ensuite, demandez-en un nouveau sur la page de connexion.`,
        ],
      };
    case 'password-elsewhere':
      return {
        subject: `Votre mot de passe pour ${site}`,
        lines: [
          `Quelqu’un, depuis ${news.address}, a demandé à réinitialiser le mot de passe de votre compte.`,
          'Votre mot de passe est géré dans l’annuaire de votre organisation. Changez-le là-bas, ou contactez votre support informatique.',
        ],
      };
    case 'password-changed':
      return {
        subject: `Votre mot de passe pour ${site} a été changé`,
        lines: [
          `Votre mot de passe a été changé depuis ${news.address}. Vous avez été déconnecté partout ailleurs.`,
          'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe sur la page de connexion et contactez un administrateur.',
        ],
      };
    case 'password-set':
      return passwordSetFrench(site);
    case 'email-link':
      return {
        subject: `Confirmez votre adresse électronique pour ${site}`,
        lines: [
          'Ouvrez ce lien pour utiliser cette adresse électronique pour votre compte :',
          news.url,
          `Le lien fonctionne une seule fois et expire dans ${news.hours} heures. Si vous n’avez rien demandé, ignorez ce courriel.`,
        ],
      };
    case 'email-asked':
      return {
        subject: `Demande de changement de votre adresse électronique sur ${site}`,
        lines: [
          `Quelqu’un, depuis ${news.address}, a demandé à changer l’adresse électronique de votre compte en ${news.email}. Le changement doit être confirmé depuis cette adresse.`,
          'Si ce n’était pas vous, changez immédiatement votre mot de passe. Cela annule aussi cette demande.',
        ],
      };
    case 'email-changed':
      return {
        subject: `Votre adresse électronique sur ${site} a été changée`,
        lines: [
          `L’adresse électronique de votre compte est désormais ${news.email}.`,
          'Si ce n’était pas vous, contactez immédiatement un administrateur.',
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
