export const artifacts = {
  'artifacts.submitted': 'Créé',
  'artifacts.changed': 'modifié',
  'artifacts.comment': 'Votre commentaire',
  'artifacts.send': 'Commenter',
  'artifacts.key.status': 'Changer l’état',
};
