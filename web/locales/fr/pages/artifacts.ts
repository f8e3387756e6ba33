export const artifacts = {
  'artifacts.submitted': 'Créé',
  'artifacts.changed': 'modifié',
  'artifacts.comment': 'Votre commentaire',
  'artifacts.commentAnew': 'Un de vos commentaires, tel que vous le modifiiez',
  'artifacts.send': 'Commenter',
  'artifacts.key.status': 'Changer le statut',
};
