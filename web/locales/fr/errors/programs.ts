// What is refused about programs, their increments and their teams.
export const programRefusals = {
  'program.in-sprint':
    'la fonctionnalité {0} ne peut pas quitter son incrément : une équipe a sa story {1} dans un sprint',
  'program.is-team': 'le projet {0} est une équipe d’un programme, et ne peut pas en être un',
  'program.iteration-tracker': 'ce doit être un autre tracker que celui des incréments',
  'program.no-feature': '{0} n’est pas une fonctionnalité que ce programme planifie',
  'program.no-increment': 'l’artefact {0} n’est pas un incrément d’un programme',
  'program.no-iteration': 'l’artefact {0} n’est pas une itération d’un programme',
  'program.no-part': 'l’artefact {0} n’est d’aucun programme',
  'program.no-plan': 'personne n’a dit comment ce programme planifie, ou ses incréments ne sont pas à vous de les voir',
  'program.no-right': 'vous n’avez pas le droit de planifier les fonctionnalités de ce programme',
  'program.not-here': '{0} n’est pas parmi les fonctionnalités d’ici',
  'program.not-planned': 'l’artefact {0} est du tracker « {1} », que son programme ne planifie pas',
  'program.plannable-tracker': 'ce ne doit pas être le tracker des incréments ni des itérations',
  'program.team-backlog': 'le backlog du projet {0} doit être de ceux que l’on remplit à la main',
  'program.team-foreign': 'ce doit être un projet que vous administrez ; {0} n’en est pas un',
  'program.team-planning': 'le projet {0} n’a pas de planification',
  'program.team-program': 'le projet {0} est un programme',
  'program.twice': 'une fonctionnalité y est nommée deux fois',
  'program.none': 'le projet {0} n’est pas un programme',
  'program.nothing': 'cela ne demande rien : il faut « add » ou « order »',
};
