export const artifacts = {
  'artifacts.submitted': 'Créé',
  'artifacts.changed': 'modifié',
  'artifacts.changedByOthers': 'Quelqu’un a modifié ceci',
  'artifacts.comments': 'Commentaires',
  'artifacts.comment': 'Votre commentaire',
  'artifacts.markdown': 'Markdown ; Ctrl Entrée envoie. Votre saisie est conservée jusqu’à l’envoi.',
  'artifacts.send': 'Commenter',
  'artifacts.noComments': 'Personne n’a encore rien dit.',
  'artifacts.private': 'Privé',
  'artifacts.conflict': 'Quelqu’un l’a modifié entre-temps. L’état actuel est affiché ; choisissez de nouveau.',
  'artifacts.key.status': 'Changer l’état',
};
