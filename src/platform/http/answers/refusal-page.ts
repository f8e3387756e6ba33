// What somebody sees who opens a link to a file that they may not have.
import { chooseLanguage, writePlainPage } from './plain-page.ts';
import type { PlainPage } from './plain-page.ts';

const texts = {
  en: {
    title: 'File not found or no access',
    why: 'The file was deleted, or you do not have permission to open it. Ask the person who sent you the link.',
    home: 'Home page',
  },
  fr: {
    title: 'Fichier introuvable ou accès refusé',
    why: 'Le fichier a été supprimé, ou vous n’avez pas la permission de l’ouvrir. Demandez à la personne qui vous a envoyé le lien.',
    home: 'Accueil',
  },
};

export function writeRefusalPage(acceptLanguage: string | undefined): PlainPage {
  const language = chooseLanguage(acceptLanguage);
  const { title, why, home } = texts[language];
  return writePlainPage({ language, title, content: `<p>${why}</p><p><a href="/">${home}</a></p>` });
}
