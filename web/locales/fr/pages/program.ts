export const program = {
  'program.program': 'Programme',
  'program.none': 'Ce projet ne dit pas comment il planifie en tant que programme',
  'program.noneText':
    'Un administrateur du projet dit quels trackers contiennent incréments et fonctionnalités : Administration, Planification.',
  'program.setUp': 'Configurer le programme',
  'program.backlog': 'Pas encore planifié',
  'program.words': 'Trouver des fonctionnalités',
  'program.storiesDone': { one: '{done} sur {count} story terminée', other: '{done} sur {count} stories terminées' },
  'program.teamDone': '{team} : {done} sur {count}',
  'program.noStories': 'Pas encore de stories',
  'program.inSprint': 'Une équipe y travaille',
  'program.progress': 'Stories terminées dans {name}',
  'program.teams': 'Équipes',
  'program.noTeams': 'Aucune équipe que vous puissiez voir',
  'program.iterations': 'Itérations',
} as const;
