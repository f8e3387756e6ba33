export const artifacts = {
  'artifacts.submitted': 'Créé',
  'artifacts.changed': 'modifié',
  'artifacts.comment': 'Votre commentaire',
  'artifacts.send': 'Commenter',
  'artifacts.conflict': 'Quelqu’un l’a modifié entre-temps. L’état actuel est affiché ; choisissez de nouveau.',
  'artifacts.key.status': 'Changer l’état',
};
