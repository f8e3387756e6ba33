// What is refused about programs, their increments and their teams.
export const programRefusals = {
  'program.in-sprint':
    'la fonctionnalité {0} ne peut pas être retirée de son incrément : sa story {1} est dans un sprint d’une équipe',
  'program.is-team': 'le projet {0} est une équipe d’un programme, il ne peut donc pas être un programme',
  'program.iteration-tracker': 'ce doit être un autre tracker que celui des incréments',
  'program.no-feature': '{0} n’est pas une fonctionnalité que ce programme planifie',
  'program.no-increment': 'l’artefact {0} n’est pas un incrément d’un programme',
  'program.no-iteration': 'l’artefact {0} n’est pas une itération d’un programme',
  'program.no-part': 'l’artefact {0} ne fait partie d’aucun programme',
  'program.no-plan': 'ce programme n’a pas de paramètres de planification, ou vous n’avez pas accès à ses incréments',
  'program.no-right': 'vous n’avez pas la permission de planifier les fonctionnalités de ce programme',
  'program.not-here': '{0} ne fait pas partie de ces fonctionnalités',
  'program.not-planned': 'l’artefact {0} est dans le tracker « {1} », que son programme ne planifie pas',
  'program.plannable-tracker': 'ce ne doit pas être le tracker des incréments ni des itérations',
  'program.team-backlog': 'le backlog du projet {0} doit être rempli à la main',
  'program.team-foreign': 'ce doit être un projet que vous administrez ; vous n’administrez pas {0}',
  'program.team-planning': 'le projet {0} n’a pas de planification',
  'program.team-program': 'le projet {0} est un programme',
  'program.twice': 'une fonctionnalité y figure deux fois',
  'program.none': 'le projet {0} n’est pas un programme',
  'program.nothing': 'c’est vide ; utilisez « add » ou « order »',
};
