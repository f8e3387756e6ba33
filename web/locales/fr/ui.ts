export const ui = {
  'ui.close': 'Fermer',
  'ui.retry': 'Réessayer',
  'ui.loading': 'Chargement',
  'ui.messages': 'Messages',
  'ui.error.title': 'Cela n’a pas fonctionné',
  'ui.error.missing': 'Il n’y a rien ici',
  'ui.error.forbidden': 'Vous ne pouvez pas voir ceci',
  'ui.error.unknown': 'Une erreur s’est produite dans cette page. Rechargez-la ; votre saisie est conservée.',
  'ui.error.away': 'Le serveur est injoignable. Votre saisie est conservée ; réessayez dans un instant.',
  'ui.error.session': 'Votre session est terminée. Reconnectez-vous ; votre saisie est conservée.',
  'ui.error.busy': 'Le serveur est occupé. Réessayez dans un instant.',
  'ui.error.server': 'Le serveur a fait une erreur et l’a notée. Réessayez ; votre saisie est conservée.',
};
