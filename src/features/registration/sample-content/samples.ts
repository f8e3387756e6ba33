// The sample content of the bundled templates, by the short names of their trackers. Pure.

export interface Sample {
  title: string;
  description?: string;
  /** Which of the open values of the status it has, from 0; `done`: the first closed one that means success. */
  status?: number | 'done';
}

type Samples = Readonly<Record<string, readonly Sample[]>>;

const english: Samples = {
  task: [
    { title: 'Move this card to another column', description: 'Drag it, or use the arrow on the card.', status: 0 },
    { title: 'Add the work of your team', description: 'The + below a column adds a card there.', status: 0 },
    {
      title: 'Invite your colleagues',
      description: 'Project settings, Members: add people or invite them.',
      status: 1,
    },
    { title: 'Create the project', description: 'You did that already.', status: 'done' },
  ],
  story: [
    { title: 'As a customer, I can reset my password', description: 'A link by e-mail that works for one hour.' },
    { title: 'As a customer, I can see my last five orders' },
    { title: 'As a shop owner, I can export orders as CSV', description: 'For the accountant, once a month.' },
  ],
  bug: [
    { title: 'Search ignores accents', description: 'Search for “cafe”. “Café” is not found.' },
    { title: 'Sign-in page is slow on old phones', description: 'It takes eight seconds on a phone of 2018.' },
    { title: 'Typo on the start page', description: '“Recieve” should be “Receive”.' },
  ],
  ticket: [
    { title: 'Cannot sign in after a password change', description: 'Since this morning. Error: wrong password.' },
    { title: 'Invoice shows the old address' },
    { title: 'Request: export of all contacts' },
  ],
  initiative: [
    { title: 'Self-service for customers', description: 'Customers change their data without calling us.' },
    { title: 'A faster checkout' },
  ],
  feature: [{ title: 'Change of address' }, { title: 'Download of invoices' }, { title: 'Checkout on one page' }],
};

const french: Samples = {
  task: [
    {
      title: 'Déplacez cette carte vers une autre colonne',
      description: 'Glissez-la, ou utilisez sa flèche.',
      status: 0,
    },
    {
      title: 'Ajoutez le travail de votre équipe',
      description: 'Le + sous une colonne y ajoute une carte.',
      status: 0,
    },
    { title: 'Invitez vos collègues', description: 'Paramètres du projet, Membres.', status: 1 },
    { title: 'Créer le projet', description: 'C’est déjà fait.', status: 'done' },
  ],
  story: [
    {
      title: 'En tant que client, je peux réinitialiser mon mot de passe',
      description: 'Un lien par courriel, valable une heure.',
    },
    { title: 'En tant que client, je vois mes cinq dernières commandes' },
    { title: 'En tant que commerçant, j’exporte les commandes en CSV', description: 'Pour le comptable, chaque mois.' },
  ],
  bug: [
    { title: 'La recherche ignore les accents', description: 'Cherchez « cafe » : « café » n’est pas trouvé.' },
    { title: 'La page de connexion est lente sur les vieux téléphones' },
    { title: 'Faute de frappe sur la page d’accueil' },
  ],
  ticket: [
    { title: 'Connexion impossible après un changement de mot de passe' },
    { title: 'La facture montre l’ancienne adresse' },
    { title: 'Demande : export de tous les contacts' },
  ],
  initiative: [{ title: 'Libre-service pour les clients' }, { title: 'Un paiement plus rapide' }],
  feature: [
    { title: 'Changement d’adresse' },
    { title: 'Téléchargement des factures' },
    { title: 'Paiement sur une page' },
  ],
};

/** The samples for a tracker with this short name, in the language of a locale such as `fr_FR`; none for other trackers. */
export const samplesOf = (itemName: string, locale: string): readonly Sample[] =>
  (locale.startsWith('fr') ? french : english)[itemName] ?? [];
