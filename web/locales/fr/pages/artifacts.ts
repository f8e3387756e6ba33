export const artifacts = {
  'artifacts.created': 'Créé',
  'artifacts.updated': 'Mis à jour',
  'artifacts.facts': 'Propriétés',
  'artifacts.comment': 'Votre commentaire',
  'artifacts.commentAnew': 'Un de vos commentaires, tel que vous le modifiiez',
  'artifacts.send': 'Commenter',
  'artifacts.key.status': 'Changer le statut',
};
